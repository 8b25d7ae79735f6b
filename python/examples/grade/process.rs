//! A process that answers questions, a line of JSON each: the place for an interpreter, which frees
//! nothing of what it holds, may never come to an end, and may want all memory. The hand-in command
//! and two tests have one.

use std::ffi::OsStr;
use std::io::{self, BufRead as _, BufReader, Read as _, Write as _};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Stands before an answer, to tell it from all else that a process may print.
const MARK: &str = "\u{1}answer ";

/// A process under way. It ends when this is dropped.
pub struct Process {
    child: Child,
    questions: ChildStdin,
    answers: Receiver<String>,
}

/// The reason why there is no answer.
#[derive(Debug, thiserror::Error)]
pub enum NoAnswer {
    /// Its time is over.
    #[error("its time is over")]
    Late,
    /// The process ended, or answered what cannot be read: how, and what it wrote to its standard
    /// error.
    #[error("the process ended: {0}")]
    Ended(String),
}

impl Process {
    /// Starts a program that calls [`answer_all`].
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &mut Command) -> io::Result<Self> {
        let mut child = (program.stdin(Stdio::piped()))
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        let missing = || io::Error::other("it has no input or output");
        let questions = child.stdin.take().ok_or_else(missing)?;
        let printed = child.stdout.take().ok_or_else(missing)?;
        let (send, answers) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(printed).lines().map_while(Result::ok) {
                let answer = line.split_once(MARK).map(|(_, answer)| answer.to_owned());
                if answer.is_some_and(|answer| send.send(answer).is_err()) {
                    return;
                }
            }
        });
        Ok(Self {
            child,
            questions,
            answers,
        })
    }

    /// Asks a question. After an error the process is of no more use.
    ///
    /// # Errors
    /// If there is no answer within `limit`, or none that can be read.
    pub fn ask<A: DeserializeOwned>(
        &mut self,
        question: &impl Serialize,
        limit: Duration,
    ) -> Result<A, NoAnswer> {
        let unreadable = |error: serde_json::Error| NoAnswer::Ended(error.to_string());
        let question = serde_json::to_string(question).map_err(unreadable)?;
        let answer = match writeln!(self.questions, "{question}") {
            Ok(()) => self.answers.recv_timeout(limit),
            Err(_) => Err(RecvTimeoutError::Disconnected),
        };
        match answer {
            Ok(answer) => serde_json::from_str(&answer).map_err(unreadable),
            Err(RecvTimeoutError::Timeout) => Err(NoAnswer::Late),
            Err(RecvTimeoutError::Disconnected) => Err(NoAnswer::Ended(self.end())),
        }
    }

    /// Says how the process ended.
    fn end(&mut self) -> String {
        let mut said = String::new();
        if let Some(errors) = &mut self.child.stderr {
            // What cannot be read is not said.
            let _ = errors.read_to_string(&mut said);
        }
        match self.child.wait() {
            Ok(status) => format!("{status}: {said}"),
            Err(error) => format!("{error}: {said}"),
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Answers the questions that come in, until none comes.
///
/// # Panics
/// If one cannot be read.
pub fn answer_all<Q: DeserializeOwned, A: Serialize>(mut answer: impl FnMut(Q) -> A) {
    for line in io::stdin().lines().map_while(Result::ok) {
        let question = serde_json::from_str(&line).expect("a question");
        let answer = serde_json::to_string(&answer(question)).expect("JSON");
        println!("{MARK}{answer}");
    }
}

/// Returns the call of a program that gets so many kilobytes of address space, where the system
/// counts that.
pub fn within_memory(program: &OsStr, kilobytes: u64) -> Command {
    if cfg!(not(unix)) {
        return Command::new(program);
    }
    let limited = format!("ulimit -v {kilobytes} 2>/dev/null; exec \"$0\" \"$@\"");
    let mut command = Command::new("/bin/sh");
    command.arg("-c").arg(limited).arg(program);
    command
}

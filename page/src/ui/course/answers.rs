//! Where the answers to a card go: into the reader's progress, or, when a question comes back, no
//! further than the card.

use leptos::prelude::*;

use super::state::{Course, use_course};
use super::tries::verdict;
use crate::course::Question;
use crate::view::once_more::Round;
use crate::view::progress::GivenAnswer;

/// The answers to the question on a card. A copyable handle.
#[derive(Clone, Copy)]
pub struct Answers {
    course: Course,
    question: &'static Question,
    fresh: Option<FreshAnswer>,
}

/// The answer to a question that has come back, which begins empty.
#[derive(Clone, Copy)]
struct FreshAnswer {
    round: Round,
    given: RwSignal<Option<GivenAnswer>>,
    verdict: RwSignal<Option<bool>>,
}

impl Answers {
    /// Returns the answers that are kept.
    pub fn kept(question: &'static Question) -> Self {
        Self {
            course: use_course(),
            question,
            fresh: None,
        }
    }

    /// Returns the answers to a question that has come back. Only what the first one comes to is
    /// kept.
    pub fn fresh(question: &'static Question, round: Round) -> Self {
        let fresh = FreshAnswer {
            round,
            given: RwSignal::new(None),
            verdict: RwSignal::new(None),
        };
        Self {
            fresh: Some(fresh),
            ..Self::kept(question)
        }
    }

    /// Returns the present answer.
    pub fn get(self) -> Option<GivenAnswer> {
        match self.fresh {
            Some(fresh) => fresh.given.get(),
            None => self.course.answer(&self.question.id),
        }
    }

    /// Takes an answer.
    pub fn give(self, given: GivenAnswer) {
        let Some(fresh) = self.fresh else {
            return self.course.give(self.question, given);
        };
        if let (None, Some(is_right)) = (
            fresh.verdict.get_untracked(),
            verdict(self.question, &given),
        ) {
            fresh.verdict.set(Some(is_right));
            self.course.try_again(self.question, fresh.round, is_right);
        }
        fresh.given.set(Some(given));
    }

    /// Returns what the first try came to, if the question has come back and was tried.
    pub fn verdict(self) -> Option<bool> {
        self.fresh?.verdict.get()
    }

    /// Returns the name of the group of options: one of its own for each card.
    pub fn group(self) -> String {
        let kind = if self.fresh.is_some() { "again-" } else { "" };
        format!("{kind}{}", self.question.id)
    }

    /// Returns the order in which `count` options stand.
    pub fn order(self, count: usize) -> Vec<usize> {
        match self.fresh {
            Some(_) => untrack(|| self.course.other_order(self.question, count)),
            None => (0..count).collect(),
        }
    }
}

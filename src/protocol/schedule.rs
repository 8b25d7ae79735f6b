//! Which of several runs is trained where: at most one in a place, in the order in which they came.

use std::collections::VecDeque;

/// A run whose worker has died so often is given up.
const MOST_DEATHS: usize = 2;

/// The runs that are trained, each in a place of its own, and those that wait. `Work` says what is
/// to be done.
#[derive(Clone, Debug)]
pub struct Schedule<Work> {
    waiting: VecDeque<Job<Work>>,
    places: Vec<Option<Job<Work>>>,
    /// The number of places that take runs.
    open: usize,
}

#[derive(Clone, Debug)]
struct Job<Work> {
    run: usize,
    work: Work,
    deaths: usize,
}

/// A run that begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beginning<Work> {
    /// The place where it is trained.
    pub place: usize,
    /// The number of the run.
    pub run: usize,
    /// What is to be done.
    pub work: Work,
}

/// What becomes of a run whose worker has died.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It begins again, before those that wait.
    Again,
    /// It is given up: it has lost too many workers.
    GivenUp {
        /// The number of the run.
        run: usize,
    },
    /// The worker trained no run.
    Idle,
}

impl<Work: Clone> Schedule<Work> {
    /// Creates a schedule without runs that has `places` places, at least one.
    pub fn new(places: usize) -> Self {
        Self {
            waiting: VecDeque::new(),
            places: Vec::new(),
            open: places.max(1),
        }
    }

    /// Adds a run behind those that wait.
    pub fn add(&mut self, run: usize, work: Work) {
        self.waiting.push_back(Job {
            run,
            work,
            deaths: 0,
        });
    }

    /// Changes the number of places, at least one. A run in a place that is closed goes on to its
    /// end.
    pub fn set_places(&mut self, places: usize) {
        self.open = places.max(1);
    }

    /// Puts waiting runs into free places, and returns them.
    pub fn begin(&mut self) -> Vec<Beginning<Work>> {
        let needed = self.open.max(self.places.len());
        self.places.resize(needed, None);
        let taken = self.places.iter().flatten().count();
        let mut free = self.open.saturating_sub(taken);
        let mut beginnings = Vec::new();
        for (place, job) in self.places.iter_mut().enumerate() {
            if free == 0 || job.is_some() {
                continue;
            }
            let Some(next) = self.waiting.pop_front() else {
                break;
            };
            free -= 1;
            beginnings.push(Beginning {
                place,
                run: next.run,
                work: next.work.clone(),
            });
            *job = Some(next);
        }
        beginnings
    }

    /// Returns the run in a place.
    pub fn run_in(&self, place: usize) -> Option<usize> {
        let job = self.places.get(place)?.as_ref()?;
        Some(job.run)
    }

    /// Frees the place of a run that is over.
    pub fn free(&mut self, place: usize) {
        if let Some(job) = self.places.get_mut(place) {
            *job = None;
        }
    }

    /// Frees the place of a worker that has died, and decides about its run.
    pub fn bury(&mut self, place: usize) -> Fate {
        let job = self.places.get_mut(place).and_then(Option::take);
        let Some(mut job) = job else {
            return Fate::Idle;
        };
        job.deaths += 1;
        if job.deaths >= MOST_DEATHS {
            return Fate::GivenUp { run: job.run };
        }
        self.waiting.push_front(job);
        Fate::Again
    }

    /// Returns true if no run is trained or waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty() && self.places.iter().all(Option::is_none)
    }

    /// Removes all runs, and returns their numbers.
    pub fn clear(&mut self) -> Vec<usize> {
        let under_way = self.places.drain(..).flatten();
        let all = under_way.chain(self.waiting.drain(..));
        all.map(|job| job.run).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun(schedule: &mut Schedule<&'static str>) -> Vec<(usize, usize)> {
        let beginnings = schedule.begin();
        beginnings.iter().map(|it| (it.place, it.run)).collect()
    }

    fn of_runs(places: usize, runs: usize) -> Schedule<&'static str> {
        let mut schedule = Schedule::new(places);
        (0..runs).for_each(|run| schedule.add(run, "work"));
        schedule
    }

    #[test]
    fn runs_take_the_free_places_in_their_order() {
        let mut schedule = of_runs(2, 4);
        assert_eq!(begun(&mut schedule), [(0, 0), (1, 1)]);
        assert_eq!(begun(&mut schedule), []);
        schedule.free(1);
        assert_eq!(schedule.run_in(1), None);
        assert_eq!(begun(&mut schedule), [(1, 2)]);
        schedule.free(0);
        schedule.free(1);
        assert_eq!(begun(&mut schedule), [(0, 3)]);
        assert!(!schedule.is_empty());
        schedule.free(0);
        assert!(schedule.is_empty());
    }

    #[test]
    fn a_run_that_loses_its_worker_is_the_next_and_given_up_after_the_second() {
        let mut schedule = of_runs(1, 2);
        assert_eq!(begun(&mut schedule), [(0, 0)]);
        assert_eq!(schedule.bury(0), Fate::Again);
        assert_eq!(begun(&mut schedule), [(0, 0)]);
        assert_eq!(schedule.bury(0), Fate::GivenUp { run: 0 });
        assert_eq!(schedule.bury(0), Fate::Idle);
        assert_eq!(begun(&mut schedule), [(0, 1)]);
    }

    #[test]
    fn fewer_places_end_no_run_and_begin_none() {
        let mut schedule = of_runs(3, 5);
        assert_eq!(begun(&mut schedule).len(), 3);
        schedule.set_places(1);
        schedule.free(0);
        assert_eq!(begun(&mut schedule), [], "two are still under way");
        schedule.free(1);
        assert_eq!(begun(&mut schedule), [], "one is still under way");
        schedule.free(2);
        assert_eq!(begun(&mut schedule), [(0, 3)]);
        schedule.set_places(0);
        assert_eq!(begun(&mut schedule), [], "there is always one place");
        schedule.free(0);
        assert_eq!(begun(&mut schedule), [(0, 4)]);
    }

    #[test]
    fn what_is_cleared_is_gone() {
        let mut schedule = of_runs(2, 3);
        begun(&mut schedule);
        assert_eq!(schedule.clear(), [0, 1, 2]);
        assert!(schedule.is_empty());
        assert_eq!(schedule.run_in(0), None);
        assert_eq!(begun(&mut schedule), []);
    }
}

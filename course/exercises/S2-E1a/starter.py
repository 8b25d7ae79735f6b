def rollout_phase(self):
    """Plays self.args.num_steps_per_rollout steps and returns the data of the newest ended episodes, or None.

    self.agent.play_step() takes a step and returns its infos. get_episode_data_from_infos(infos) returns a dict with
    episode_length and episode_reward if an episode ended with this step, and None otherwise.
    """
    raise NotImplementedError()

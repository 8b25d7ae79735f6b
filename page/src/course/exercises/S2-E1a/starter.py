def rollout_phase(self):
    """Plays self.args.num_steps_per_rollout steps, and gives what the newest ended episodes tell, or None.

    self.agent.play_step() takes a step and gives its infos; get_episode_data_from_infos(infos) gives a dict with
    episode_length and episode_reward where an episode has ended, and else None.
    """
    raise NotImplementedError()

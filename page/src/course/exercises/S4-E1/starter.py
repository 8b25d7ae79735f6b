# The policy: a small network from a state, 4 numbers, to a logit for each of 2 actions.
# No softmax at its end: what uses it takes softmax or log_softmax.
# model = nn.Sequential(...)
raise NotImplementedError()

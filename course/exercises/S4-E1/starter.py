# The policy: a small network from 4 numbers (a state) to 2 logits (one for each action).
# Leave out the softmax: callers apply softmax or log_softmax themselves.
# model = nn.Sequential(...)
raise NotImplementedError()

import torch as t
from tests.explain import call, passed, require


def test_train_on_session(train_on_session, model):
    t.manual_seed(17)
    states = [[0.01 * step, 0.1, -0.02, 0.05 * step] for step in range(12)]
    actions, rewards = [step % 2 for step in range(12)], [1.0] * 12
    before = [parameter.detach().clone() for parameter in model.parameters()]
    given = {"states": states, "actions": actions, "rewards": rewards}
    total = call("one step of gradient descent on a session", train_on_session, given)
    require(total is not None and abs(float(total) - 12.0) < 1e-6, "the sum of the session's rewards comes back", got=total)
    after = [parameter.detach() for parameter in model.parameters()]
    moved = any(bool((a != b).any()) for a, b in zip(before, after))
    require(moved, "the network's weights move", "backward, then optimizer.step(), then optimizer.zero_grad()")

    def favour():
        with t.no_grad():
            return float(t.softmax(model(t.tensor([states[0]])), -1)[0, 1])

    start = favour()
    for _ in range(40):
        train_on_session([states[0]] * 6, [1, 0] * 3, [1.0, -1.0] * 3, gamma=0.0)
    require(
        favour() > start,
        "an action that is followed by reward becomes likelier, one that is followed by punishment less so",
        "the loss is -mean(log_prob * G) - entropy_coef * entropy: look at the signs, and at what is multiplied with what",
        before=start,
        after=favour(),
    )
    passed("test_train_on_session")

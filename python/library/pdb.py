"""Python's debugger, which needs a prompt that a page does not have."""


def set_trace(*, header=None, commands=None):
    print("pdb: this page has no prompt to debug at, so the program goes on; print shows values")


def post_mortem(t=None):
    set_trace()


def pm():
    set_trace()

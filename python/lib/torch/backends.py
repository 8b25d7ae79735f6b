"""Settings of libraries that are not here."""


class cudnn:
    deterministic = True
    benchmark = False

"""Settings of libraries that are not here."""


class cudnn:
    deterministic = True
    benchmark = enabled = allow_tf32 = False
    is_available = staticmethod(lambda: False)
    version = staticmethod(lambda: None)


class mps:
    is_available = is_built = staticmethod(lambda: False)


class mkl:
    is_available = staticmethod(lambda: False)


class mkldnn(mkl):
    enabled = False


class openmp(mkl):
    pass


class cuda:
    is_built = staticmethod(lambda: False)

    class matmul:
        allow_tf32 = False

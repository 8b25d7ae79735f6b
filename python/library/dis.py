"""Bytecode. The page's interpreter has its own, so it is not shown."""

COMPILER_FLAG_NAMES = {
    1: "OPTIMIZED", 2: "NEWLOCALS", 4: "VARARGS", 8: "VARKEYWORDS", 16: "NESTED", 32: "GENERATOR", 64: "NOFREE",
    128: "COROUTINE", 256: "ITERABLE_COROUTINE", 512: "ASYNC_GENERATOR",
}
opname, opmap = [], {}


def _refuse(x=None, **options):
    raise NotImplementedError("the page's Python has a bytecode of its own, which `dis` cannot show")


dis = disassemble = get_instructions = code_info = show_code = findlinestarts = Bytecode = _refuse

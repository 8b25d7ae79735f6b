"""Names for the interpreter's own types."""

import sys

SimpleNamespace = type(sys.implementation)
ModuleType = type(sys)
FunctionType = LambdaType = type(lambda: None)
BuiltinFunctionType = type(len)
GeneratorType = type(_ for _ in ())
NoneType = type(None)


class _Methods:
    def method(self):
        pass


MethodType = type(_Methods().method)

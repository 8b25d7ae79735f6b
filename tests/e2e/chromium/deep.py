# Programs that nest deeply, one under each line with two dashes, its name and the beginning of what it prints. CPython runs them or
# raises RecursionError.
# -- functions: 0
def f(n): return n and f(n - 1)
print(f(900))
try: f(5000)
except RecursionError: print("too deep")
# -- lru_cache: 600
from functools import lru_cache
@lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(300) % 1000)
# -- cache to the limit: 450
from functools import cache
@cache
def f(n): return n and 1 + f(n - 1)
print(f(450))
f(5000)
# -- decorated: 450
def traced(function):
    def call(*args, **kwargs): return function(*args, **kwargs)
    return call
@traced
def f(n): return n and 1 + f(n - 1)
print(f(450))
f(5000)
# -- decorated twice: 200
import functools
def traced(function):
    @functools.wraps(function)
    def call(*args, **kwargs): return function(*args, **kwargs)
    return call
@traced
@traced
def f(n): return n and 1 + f(n - 1)
print(f(200))
f(5000)
# -- sum over a tree: 201
tree = ()
for _ in range(200): tree = (tree,)
def size(t): return 1 + sum(size(c) for c in t)
print(size(tree))
for _ in range(5000): tree = (tree,)
size(tree)
# -- __call__: 400
class F:
    def __call__(self, n): return n and 1 + self(n - 1)
print(F()(400))
F()(5000)
# -- deepcopy of linked objects: Node
import copy
class Node: pass
first = None
for i in range(100): node = Node(); node.next = first; first = node
print(type(copy.deepcopy(first)).__name__)
for i in range(5000): node = Node(); node.next = first; first = node
copy.deepcopy(first)
# -- deepcopy of lists: 1
import copy
a = []
for _ in range(300): a = [a]
print(len(copy.deepcopy(a)))
for _ in range(5000): a = [a]
copy.deepcopy(a)
# -- deepcopy of dictionaries: 2
import copy
a = {}
for _ in range(30): a = {"next": a, "list": [1]}
print(len(copy.deepcopy(a)))
for _ in range(5000): a = {"next": a}
copy.deepcopy(a)
# -- json: 100
import json
a = json.loads("[" * 50 + "]" * 50)
print(len(json.dumps(a)))
try: json.loads("[" * 900 + "]" * 900)
except RecursionError: print("too deep")
b = []
for _ in range(900): b = [b]
try: json.dumps(b)
except RecursionError: print("too deep")
json.loads('{"a":' * 5000 + "1" + "}" * 5000)
# -- equal lists: True
a, b = [], []
for _ in range(500): a, b = [a], [b]
print(a == b)
for _ in range(100_000): a, b = [a], [b]
a == b
# -- equal tuples and dictionaries: 
a, b = (), ()
for _ in range(50_000): a, b = (a,), (b,)
try: a == b
except RecursionError: print("too deep")
a, b = {}, {}
for _ in range(50_000): a, b = {1: a}, {1: b}
a == b
# -- order of lists: 
a, b = [], []
for _ in range(50_000): a, b = [a], [b]
a < b
# -- repr: 602
a = []
for _ in range(300): a = [a]
print(len(repr(a)))
for _ in range(100_000): a = [a]
repr(a)
# -- repr of tuples and dictionaries: 
a = ()
for _ in range(50_000): a = (a,)
try: repr(a)
except RecursionError: print("too deep")
a = {}
for _ in range(50_000): a = {1: a}
str(a)
# -- hash: 
a = ()
for _ in range(50_000): a = (a,)
hash(a)
# -- isinstance: 
a = int
for _ in range(50_000): a = (a,)
isinstance("", a)
# -- freeing linked nodes: freed
class Node:
    def __init__(self, next): self.next = next
first = None
for _ in range(200_000): first = Node(first)
del first
print("freed")
# -- freeing nodes with slots: freed
class Node:
    __slots__ = ("next",)
first = None
for _ in range(200_000): node = Node(); node.next = first; first = node
first = node = None
print("freed")
# -- freeing lists, tuples and dictionaries: freed
a, b, c = [], (), {}
for _ in range(200_000): a = [a]
for _ in range(200_000): b = (b,)
for _ in range(200_000): c = {1: c}
a = b = c = None
print("freed")
# -- freeing functions: freed
def chain(f): return lambda: f
a = None
for _ in range(100_000): a = chain(a)
a = None
print("freed")
# -- freeing generators: freed
def each(it): yield from it
a = iter(())
for _ in range(50_000): a = each(a)
a = None
print("freed")
# -- left at the end: freed
class Node:
    def __init__(self, next): self.next = next
def local():
    first = None
    for _ in range(150_000): first = Node(first)
local()
print("freed")
# -- maps: 1
a = iter([1])
for _ in range(3000): a = map(abs, a)
print(next(a))
a = iter([1])
for _ in range(3000): a = map(lambda x: x, a)
print(next(a))
# -- filters, zips and enumerations: 1
a, b, c = iter([1]), iter([1]), iter([1])
for _ in range(3000): a, b, c = filter(None, a), zip(b), enumerate(c)
print(next(a))
try: next(b)
except RecursionError: print("too deep")
next(c)
# -- itertools: 
import itertools as its
a, b, c = iter([1]), iter([1]), iter([1])
for _ in range(3000): a, b, c = its.chain(a), its.islice(b, 1), its.starmap(max, zip(c, [0]))
print(next(a), next(b))
next(c)
# -- generators: 1
def each(it):
    for x in it: yield x
a = iter([1])
for _ in range(60): a = each(a)
print(next(a))
for _ in range(5000): a = each(a)
next(a)
# -- yield from: 1830
def each(n):
    if n: yield from each(n - 1)
    yield n
print(sum(each(60)))
sum(each(5000))
# -- __getattr__: 1
class A:
    def __getattr__(self, name): return getattr(self, name + "_") if len(name) < 400 else 1
print(A().x)
class B:
    def __getattr__(self, name): return self.other
B().x
# -- __getattribute__: 
class A:
    def __getattribute__(self, name): return self.other
A().x
# -- __eq__: True
class A:
    def __init__(self, next): self.next = next
    def __eq__(self, other): return self.next == other.next
a, b = 1, 1
for _ in range(300): a, b = A(a), A(b)
print(a == b)
for _ in range(5000): a, b = A(a), A(b)
a == b
# -- __add__ and __getitem__: 200
class A:
    def __init__(self, n): self.n = n
    def __add__(self, other): return self.n and 1 + (A(self.n - 1) + other)
    def __getitem__(self, n): return n and 1 + self[n - 1]
print(A(200) + 1, A(0)[200])
try: A(5000) + 1
except RecursionError: print("too deep")
A(0)[5000]
# -- property: 200
class A:
    def __init__(self, next): self.next = next
    @property
    def depth(self): return 1 + (self.next.depth if self.next else 0)
a = None
for _ in range(200): a = A(a)
print(a.depth)
for _ in range(5000): a = A(a)
a.depth
# -- sorted by a key: 200
def f(n): return n and 1 + sorted([n], key=lambda n: f(n - 1))[0]
f(20)
def g(n): sorted([n], key=lambda n: g(n - 1) if n else 0); return n
print(g(200))
g(5000)
# -- map and filter: 300
def f(n): return n and 1 + sum(map(f, [n - 1]))
print(f(300))
try: f(5000)
except RecursionError: print("too deep")
def g(n): return len(list(filter(g, [n - 1] if n else []))) + 1
print(g(300))
g(5000)
# -- comprehensions: 400
def f(n): return n and 1 + max([f(m) for m in [n - 1]])
print(f(400))
def g(n): return {m: g(m) for m in ([n - 1] if n else [])}
print(len(g(400)))
g(5000)
# -- classes: 150
def f(n):
    class A:
        depth = n and 1 + f(n - 1)
    return A.depth
print(f(150))
f(5000)
# -- metaclass: 200
class Meta(type):
    def __call__(cls, n): return n and 1 + cls(n - 1)
class A(metaclass=Meta): pass
print(A(200))
A(5000)
# -- __init__ and __new__: 200
class A:
    def __init__(self, n): self.next = A(n - 1) if n else None
A(300)
class B:
    def __new__(cls, n): return n and 1 + B(n - 1)
print(B(200))
try: A(5000)
except RecursionError: print("too deep")
B(5000)
# -- super: 300
class A:
    def f(self, n): return n
class B(A):
    def f(self, n): return n and super().f(0) + 1 + type(self)().f(n - 1)
print(B().f(300))
B().f(5000)
# -- exec and eval: 150
def f(n): return n and 1 + eval("f(n - 1)", {"f": f, "n": n})
print(f(150))
try: f(5000)
except RecursionError: print("too deep")
def g(n): exec("if n: g(n - 1)", {"g": g, "n": n})
g(150)
g(5000)
# -- exceptions: raised
def f(n):
    try: raise ValueError(n)
    except ValueError as error:
        if n: f(n - 1)
        else: raise KeyError from error
try: f(300)
except KeyError: print("raised")
f(5000)
# -- exceptions of exceptions: freed
error = None
for n in range(20_000):
    try: raise ValueError(n) from error
    except ValueError as last: error = last
error = last = None
print("freed")
# -- finally: 0
def f(n):
    try: return n and f(n - 1)
    finally: len([n])
print(f(500))
f(5000)
# -- context managers: 100
from contextlib import contextmanager
@contextmanager
def within(n):
    if n:
        with within(n - 1): yield n
    else: yield n
with within(100) as n: print(n)
with within(5000): pass
# -- regular expressions: 
import re
print(len(re.match("(" * 90 + "a" + ")" * 90, "a").groups()))
print(re.match("(?:a|b)*$", "ab" * 50_000) is not None)
print(re.match("((a)|b)*?$", "ab" * 5000) is not None)
re.compile("(?:" * 5000 + ")" * 5000)
# -- replaced by a function: 
import re
def f(n): return n and re.sub("x", lambda match: str(f(n - 1)), "x")
f(150)
f(5000)
# -- pickle: 
import pickle
a = []
for _ in range(100): a = [a]
print(len(pickle.loads(pickle.dumps(a))))
for _ in range(5000): a = [a]
pickle.dumps(a)
# -- dataclasses: 
from dataclasses import dataclass
@dataclass
class Node:
    next: object
a = b = None
for _ in range(100): a, b = Node(a), Node(b)
print(len(repr(a)), a == b)
for _ in range(5000): a, b = Node(a), Node(b)
try: a == b
except RecursionError: print("too deep")
repr(a)
# -- __repr__ and __str__: 601
class A:
    def __init__(self, next): self.next = next
    def __repr__(self): return f"A({self.next!r})"
    def __str__(self): return "A(%s)" % self.next
a = 0
for _ in range(200): a = A(a)
print(len(repr(a)), len(str(a)))
for _ in range(5000): a = A(a)
try: str(a)
except RecursionError: print("too deep")
repr(a)
# -- __del__: freed
class A:
    def __init__(self, next): self.next = next
    def __del__(self): self.next = None
a = None
for _ in range(20_000): a = A(a)
a = None
print("freed")
# -- __iter__ and __len__ and __bool__: 200
class A:
    def __init__(self, n): self.n = n
    def __iter__(self): return iter([sum(A(self.n - 1)) + 1] if self.n else [0])
    def __len__(self): return len(A(self.n - 1)) + 1 if self.n else 0
    def __bool__(self): return bool(A(self.n - 1)) if self.n else True
print(sum(A(200)), len(A(200)), bool(A(200)))
for way in (len, bool):
    try: way(A(5000))
    except RecursionError: print("too deep")
sum(A(5000))
# -- __format__ and __hash__: 0
class A:
    def __init__(self, n): self.n = n
    def __format__(self, how): return f"{A(self.n - 1)}" if self.n else "0"
    def __hash__(self): return hash(A(self.n - 1)) if self.n else 0
print(f"{A(200)}", hash(A(200)))
try: hash(A(5000))
except RecursionError: print("too deep")
format(A(5000))
# -- partial: 
from functools import partial, reduce
def f(n): return n and 1 + partial(f, n - 1)()
print(f(300))
a = len
for _ in range(20_000): a = partial(lambda g, x: g(x), a)
try: a("abc")
except RecursionError: print("too deep")
def g(n): return reduce(lambda x, y: g(n - 1) + 1 if n else 0, [1, 2])
print(g(200))
g(5000)
# -- a text that is nested: 1
print(eval("(" * 90 + "1" + ")" * 90))
for text in ("(" * 5000 + ")" * 5000, "-" * 5000 + "1", "not " * 5000 + "1", "[" * 150 + "]" * 150, "f(" * 150 + ")" * 150,
             "x" + ".a" * 5000, "x" + "()" * 5000, "1" + "+1" * 5000, "1" + "**1" * 2000, "lambda:" * 2000 + "1", "1 if 1 else " * 2000 + "1"):
    try: compile(text, "x", "eval")
    except (RecursionError, SyntaxError, MemoryError): pass
text = "".join("    " * n + "if 1:\n" for n in range(60)) + "    " * 60 + "pass"
exec(text)
compile("".join(" " * n + "if 1:\n" for n in range(3000)) + " " * 3000 + "pass", "x", "exec")
# -- ast: 
import ast
print(type(ast.literal_eval("[" * 90 + "]" * 90)).__name__)
ast.literal_eval("-" * 5000 + "1")
# -- tensors: 
import torch
a = [1.0]
for _ in range(60): a = [a]
try: torch.tensor(a)
except (ValueError, RuntimeError, TypeError, RecursionError): print("refused")
for _ in range(20_000): a = [a]
torch.tensor(a)
# -- a graph of many steps: 
import torch
x = torch.ones(1, requires_grad=True)
y = x
for _ in range(20_000): y = y + 1
y.sum().backward()
print(x.grad.item())
y = None
# -- printed tracebacks: 
import traceback
def f(n): return n and f(n - 1) or 1 / 0
try: f(400)
except ZeroDivisionError: print(len(traceback.format_exc()) > 1000)
f(5000)
# -- a raised limit: 
import sys
sys.setrecursionlimit(100_000)
def traced(function): return lambda *args: function(*args)
@traced
def f(n): return n and 1 + f(n - 1)
try: f(50_000)
except RecursionError: print("too deep")
class F:
    def __call__(self, n): return n and 1 + self(n - 1)
try: F()(50_000)
except RecursionError: print("too deep")
def g(n): return n and 1 + g(n - 1)
print(g(20_000))
sys.setrecursionlimit(1000)
# -- collections: 
from collections import OrderedDict, defaultdict, deque, ChainMap, Counter
a, b, c = deque(), defaultdict(int), OrderedDict()
for _ in range(20_000): a, b, c = deque([a]), defaultdict(int, x=b), OrderedDict(x=c)
for way in (lambda: repr(a), lambda: a == a.copy(), lambda: repr(b), lambda: repr(c)):
    try: way()
    except RecursionError: print("too deep")
a = ChainMap()
for _ in range(5000): a = ChainMap(a)
a["x"]
# -- weak references and cycles: 
import gc, weakref
class Node: pass
first = last = Node()
for _ in range(50_000):
    node = Node(); node.next = first; first.before = node; first = node
first = last = node = None
print(gc.collect() >= 0)

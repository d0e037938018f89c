# shellcheck shell=bash
# Sourced by the scripts: where the package is, and what a machine needs before it can build it.
#
# A missing package is installed with apt-get, its command printed first. SHARED_STORE_NO_INSTALL=1
# forbids that, and without root there is nothing to try; either ends with one line that says what
# to do. All of this speaks on standard error: a script's standard output is its result.

# shellcheck disable=SC2034  # The scripts use it.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)

# A person's own store must not get into a build's way, nor a build into it.
unset SHARED_STORE_CONFIG SHARED_STORE_APP_GROUP SHARED_STORE_CONTAINER SHARED_STORE_FAULT

fail() {
  printf '%s\n' "$*" >&2
  exit 1
}

# A mistake in the arguments: exit code 64, as the tools do.
usage_error() {
  printf '%s\n' "$1" "See '$0 --help'." >&2
  exit 64
}

# Prints the comment at the top of the running script.
show_help() {
  sed -e '1d' -e '/^#/!q' -e 's/^# \{0,1\}//' "$0"
}

# Prints a command as a person would type it, then runs it.
run() {
  local word line='$'
  for word in "$@"; do
    [[ $word =~ ^[A-Za-z0-9_./:=-]+$ ]] || word="'${word//\'/\'\\\'\'}'"
    line+=" $word"
  done
  printf '%s\n' "$line"
  "$@"
}

# Usage: require swift [header] [static] [strip] [shell]
require() {
  local packages=() need
  for need in "$@"; do
    case $need in
      swift) require_swift ;;
      header) has_header || packages+=(libsqlite3-dev) ;;
      static)
        has_library libc.a || packages+=(libc6-dev)
        has_library libstdc++.a || packages+=(g++)
        has_library libsqlite3.a || packages+=(libsqlite3-dev)
        ;;
      strip) command -v strip >/dev/null || packages+=(binutils) ;;
      shell) command -v sqlite3 >/dev/null || packages+=(sqlite3) ;;
    esac
  done
  if [[ ${#packages[@]} -gt 0 ]]; then install_packages "${packages[@]}"; fi
}

require_swift() {
  command -v swift >/dev/null ||
    fail "There is no 'swift' on the PATH: install Swift 6.2 or newer, see https://www.swift.org/install"
}

# The header of SQLite, where a compiler looks for it; a Mac's is in its SDK.
has_header() {
  [[ $(uname -s) == Darwin || -e /usr/include/sqlite3.h ]] && return
  local compiler
  for compiler in clang cc; do
    command -v "$compiler" >/dev/null || continue
    printf '#include <sqlite3.h>\n' | "$compiler" -E -x c - >/dev/null 2>&1
    return
  done
  return 1
}

# A static library, where the toolchain's linker looks for it.
has_library() {
  [[ $(clang --print-file-name="$1") == /* ]]
}

install_packages() {
  local command="apt-get install --yes --no-install-recommends $*"
  [[ ${SHARED_STORE_NO_INSTALL:-} != 1 ]] ||
    fail "Missing: $*. SHARED_STORE_NO_INSTALL=1 forbids installing; to do it by hand: $command"
  command -v apt-get >/dev/null ||
    fail "Missing: $*. There is no apt-get here; install what your system calls these packages."
  [[ $(id -u) == 0 ]] || fail "Missing: $*. Installing needs root: sudo $command"
  export DEBIAN_FRONTEND=noninteractive
  printf '$ %s\n' "apt-get update" "$command" >&2
  {
    apt-get update && $command
  } </dev/null >&2 || fail "Installing failed: $*."
}

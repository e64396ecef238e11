#!/bin/sh
# Takes over the current output as the golden one. Read the diff before you commit it.
set -eu
root=$(CDPATH='' cd -- "$(dirname -- "$0")/../.." && pwd)
build=${1:-$root/build/release}
PACER_ACCEPT_GOLDEN=1 "$build/bin/pacer_unit_tests" --gtest_filter='*Golden*:Docs.*:*Schema*:Frameworks.TheOverview*' \
  --gtest_brief=1
git -C "$root" diff --stat -- orchestrator/tests/golden docs

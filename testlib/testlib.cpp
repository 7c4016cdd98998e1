// The bodies of testlib.h, compiled once for programs that are built with TESTLIB_SPLIT.
#define TESTLIB_SPLIT_BODIES
#include "testlib.h"

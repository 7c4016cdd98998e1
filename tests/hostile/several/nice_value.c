// Makes itself, its group and its user as patient as can be and looks whether the run before has.
// Expected: AC each time.
#include "probe.h"

int main(void) {
    if (getpriority(PRIO_PROCESS, 0) == 17) escaped("the patience of another run");
    if (setpriority(PRIO_USER, 0, 17) == 0) escaped("its user");
    if (setpriority(PRIO_PGRP, 0, 17) == 0) escaped("its group");
    setpriority(PRIO_PROCESS, 0, 17);
    right();
}

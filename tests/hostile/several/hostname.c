// Gives the machine another name and domain and looks for those of the run before.
// Expected: AC each time.
#include "probe.h"
#include <sys/utsname.h>

int main(void) {
    struct utsname names;
    if (uname(&names) != 0) return 1;
    if (strstr(names.nodename, "hostile") || strstr(names.domainname, "hostile")) escaped("the name that another run gave");
    if (sethostname("hostile", 7) == 0) escaped("sethostname");
    if (setdomainname("hostile", 7) == 0) escaped("setdomainname");
    probe_input();
    right();
}

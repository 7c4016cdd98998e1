// A name in an array of constant characters may be another one by the next read. The record, which
// only counts the reads that go as expected, has to tell them apart.
#include <sys/wait.h>

#include "testlib.h"

struct variable {
    char name[8];
};

static void read_named(const variable& from) {
    inf.readInt(1, 9, from.name);
}

static void validate() {
    setenv("TESTLIB_TRACE", "record", 1);
    setenv("TESTLIB_TRACE_LEVEL", "reads", 1);
    setenv("TESTLIB_TRACE_FORMAT", "bin", 1);
    registerValidation();
    variable changing = {};
    for (int i = 0; i < 6; ++i) {
        if (i > 0)
            inf.readSpace();
        std::sprintf(changing.name, "%s", i < 3 ? "same" : i == 3 ? "other" : i == 4 ? "diff" : "last");
        read_named(changing);
    }
    inf.readEoln();
    inf.readEof();
}

int main() {
    const pid_t child = fork();
    if (child == 0) {
        validate();
        return 0;
    }
    int status = 0;
    waitpid(child, &status, 0);
    disableFinalizeGuard();
    std::ifstream file("record", std::ios::binary);
    std::stringstream record;
    record << file.rdbuf();
    const char* const names[] = {"same", "other", "diff", "last"};
    for (const char* name : names)
        std::cout << name << " " << (record.str().find("\"name\":\"" + std::string(name) + "\"") != std::string::npos) << std::endl;
    std::remove("record");
}

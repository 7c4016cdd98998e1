#include <poll.h>
#include <unistd.h>

#include "testlib.h"
using namespace std;
// The standard output is a pipe to the program itself, which sees in it what has left the program.
static int participant;

static string arrived() {
    pollfd waiting = {participant, POLLIN, 0};
    if (poll(&waiting, 1, 0) <= 0)
        return "";
    char text[256];
    return trim(string(text, static_cast<size_t>(read(participant, text, sizeof(text)))));
}

int main(int argc, char* argv[]) {
    int ends[2];
    if (pipe(ends) != 0 || dup2(ends[1], 1) != 1)
        return 100;
    close(ends[1]);
    participant = ends[0];
    registerInteraction(argc, argv);
    string seen;
    printf("printf\n");
    ouf.readInt();
    seen += "[" + arrived() + "]";
    cout << "cout\n";
    ouf.readLine();
    seen += "[" + arrived() + "]";
    if (!ouf.seekEof())
        ouf.readToken();
    seen += "[" + arrived() + "]";
    println("println");
    seen += "[" + arrived() + "]";
    printf("fflush\n"), fflush(stdout);
    seen += "[" + arrived() + "]";
    cout << "endl" << endl;
    seen += "[" + arrived() + "]";
    for (char& c : seen)
        if (c == '\n')
            c = ' ';
    quitf(_ok, "%s", seen.c_str());
}

// gen_bridge --blocks=B --long=N|0: B times two adjacent talks with a short one over the seam, and
// optionally one talk that begins first and lasts through everything. The order is shuffled.
#include "testlib.h"

#include <utility>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    registerGen(argc, argv, 1);
    int blocks = opt<int>("blocks");
    bool longTalk = opt<bool>("long");
    vector<pair<int, int>> talks;
    int now = 0;
    for (int i = 0; i < blocks; ++i) {
        int left = rnd.next(5, 20);
        int right = rnd.next(5, 20);
        talks.push_back({now, now + left});
        talks.push_back({now + left, now + left + right});
        talks.push_back({now + left - 2, now + left + 2});
        now += left + right + rnd.next(0, 3);
    }
    if (longTalk) talks.push_back({-1, now + 1});
    shuffle(talks.begin(), talks.end());
    println(talks.size());
    for (auto& talk : talks) println(talk.first, talk.second);
}

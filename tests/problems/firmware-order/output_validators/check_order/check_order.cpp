// check_order input answer feedback_dir < output
#include "judge.h"

#include <iostream>
#include <utility>
#include <vector>

using namespace std;

int main(int argc, char* argv[]) {
    if (argc < 4) return 1;
    feedbackDir = argv[3];
    ifstream input(argv[1]), answer(argv[2]);

    int n, m;
    if (!(input >> n >> m)) judgeError("cannot read the input");
    vector<pair<int, int>> rules(m);
    for (auto& rule : rules) input >> rule.first >> rule.second;
    string word;
    answer >> word;
    bool possible = word != "IMPOSSIBLE";

    string token;
    if (!(cin >> token)) wrongAnswer("the output is empty");
    if (token == "IMPOSSIBLE") {
        if (possible) wrongAnswer("an order exists");
        if (cin >> token) wrongAnswer("something follows IMPOSSIBLE: " + token);
        accept("impossible");
    }

    vector<int> place(n + 1);
    for (int i = 1; i <= n; ++i) {
        if (i > 1 && !(cin >> token)) wrongAnswer("only " + to_string(i - 1) + " modules");
        if (token.empty() || token.size() > 6 || token.find_first_not_of("0123456789") != string::npos)
            wrongAnswer("not a module: " + token.substr(0, 20));
        int module = stoi(token);
        if (module < 1 || module > n) wrongAnswer("no such module: " + token);
        if (place[module]) wrongAnswer("module " + token + " is updated twice");
        place[module] = i;
    }
    if (cin >> token) wrongAnswer("more than n modules");
    for (auto [a, b] : rules)
        if (place[a] > place[b]) wrongAnswer("module " + to_string(a) + " comes after module " + to_string(b));
    if (!possible) judgeError("the order obeys all rules, but the answer says IMPOSSIBLE");
    accept("all rules obeyed");
}

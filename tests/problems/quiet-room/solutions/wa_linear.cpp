// Walks along the corridor: too many measurements in a long one.
#include <iostream>

using namespace std;

int main() {
    int n;
    cin >> n;
    int quietest = 0;
    long long least = 0;
    for (int i = 1; i <= n; ++i) {
        cout << "? " << i << endl;
        long long noise;
        if (!(cin >> noise)) return 0;
        if (quietest == 0 || noise < least) {
            quietest = i;
            least = noise;
        }
    }
    cout << "! " << quietest << endl;
}

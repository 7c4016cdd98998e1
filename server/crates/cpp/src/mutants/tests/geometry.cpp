#include <bits/stdc++.h>
using namespace std;

using ld = long double;
const ld EPS = 1e-9;
const ld PI = acosl(-1.0L);

struct Point {
    ld x, y;
    Point operator-(const Point& other) const { return {x - other.x, y - other.y}; }
    Point operator+(const Point& other) const { return {x + other.x, y + other.y}; }
};

ld cross(Point a, Point b) { return a.x * b.y - a.y * b.x; }
ld dist(Point a, Point b) { return hypotl(a.x - b.x, a.y - b.y); }

bool inside(const vector<Point>& hull, Point p) {
    int n = hull.size();
    for (int i = 0; i < n; i++) {
        Point edge = hull[(i + 1) % n] - hull[i];
        if (cross(edge, p - hull[i]) < -EPS) return false;
    }
    return true;
}

int main() {
    int n;
    cin >> n;
    vector<Point> points(n);
    for (Point& p : points) cin >> p.x >> p.y;
    ld area = 0, perimeter = 0;
    for (int i = 0, j = n - 1; i < n; j = i++) {
        area += cross(points[j], points[i]);
        perimeter += dist(points[j], points[i]);
    }
    area = fabsl(area) / 2;
    double lo = 0, hi = 1e9;
    for (int iteration = 0; iteration < 100; iteration++) {
        double mid = (lo + hi) / 2;
        if (PI * mid * mid < area) lo = mid;
        else hi = mid;
    }
    int n_inside = 0;
    for (int x = -100; x <= 100; x++)
        if (inside(points, {(ld)x, 0})) n_inside++;
    double share = (double)n_inside / 201;
    cout << fixed << setprecision(10) << area << ' ' << perimeter << ' ' << lo << ' ' << share << endl;
}

fun main() {
    readLine()
    var best = 0L
    var here = 0L
    for (x in readLine()!!.trim().split(" ").map { it.toLong() }) {
        here = maxOf(here, 0L) + x
        best = maxOf(best, here)
    }
    println(best)
}

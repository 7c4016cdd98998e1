fun main() {
    var low = 1
    var high = 1000
    while (low < high) {
        val mid = (low + high) / 2
        println("? $mid")
        when (readLine()) {
            "less" -> high = mid - 1
            "more" -> low = mid + 1
            else -> { low = mid; high = mid }
        }
    }
    println("! $low")
}

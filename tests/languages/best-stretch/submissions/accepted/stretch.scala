object Stretch {
  def main(args: Array[String]): Unit = {
    val numbers = scala.io.Source.stdin.mkString.trim.split("\\s+").map(_.toLong).drop(1)
    var best = Long.MinValue
    var here = 0L
    for (x <- numbers) {
      here = math.max(here, 0L) + x
      best = math.max(best, here)
    }
    println(best)
  }
}

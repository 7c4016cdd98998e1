numbers <- scan(file("stdin"), quiet = TRUE)[-1]
best <- -Inf
here <- 0
for (x in numbers) {
  here <- max(here, 0) + x
  best <- max(best, here)
}
cat(sprintf("%.0f\n", best))

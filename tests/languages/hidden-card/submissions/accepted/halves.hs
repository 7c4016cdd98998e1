import System.IO

search :: Int -> Int -> IO ()
search low high
  | low >= high = putStrLn ("! " ++ show low)
  | otherwise = do
      let mid = (low + high) `div` 2
      putStrLn ("? " ++ show mid)
      said <- getLine
      case said of
        "less" -> search low (mid - 1)
        "more" -> search (mid + 1) high
        _ -> search mid mid

main :: IO ()
main = do
  hSetBuffering stdout LineBuffering
  search 1 1000

main :: IO ()
main = do
  text <- getContents
  let numbers = map read (tail (words text)) :: [Integer]
      ends = tail (scanl (\here x -> max here 0 + x) 0 numbers)
  print (maximum (0 : ends))

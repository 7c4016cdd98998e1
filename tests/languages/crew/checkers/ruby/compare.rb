wanted = File.read(ARGV[1]).strip
exit 42 if STDIN.read.strip == wanted
File.write(File.join(ARGV[2], 'judgemessage.txt'), "not #{wanted}\n")
exit 43

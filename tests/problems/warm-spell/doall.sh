#!/usr/bin/env bash
rm -rf tests/*.a
mkdir -p tests

echo "Generating test #4"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 10 3 -10 10 random" "tests/04" 4
echo "Generating test #5"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 50 7 -1000 1000 wave" "tests/05" 5
echo "Generating test #6"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 150 3 -1000000 -999990 random" "tests/06" 6
echo "Generating test #7"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 200 20 -1000000 1000000 wave" "tests/07" 7
echo "Generating test #8"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 250 13 100000 140000 wave" "tests/08" 8
echo "Generating test #9"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 300 300 -1000000 1000000 flat" "tests/09" 9
echo "Generating test #10"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 20000 1 -1000000 1000000 random" "tests/10" 10
echo "Generating test #11"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 20000 100 -1000000 1000000 wave" "tests/11" 11
echo "Generating test #12"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 20000 5000 900000 1000000 wave" "tests/12" 12
echo "Generating test #13"
scripts/gen-input-via-stdout.sh "wine files/gen.exe 20000 20000 -1000000 1000000 random" "tests/13" 13

for i in 01:0 02:0 03:1 04:1 05:1 06:1 07:1 08:2 09:2 10:2 11:2 12:2 13:2; do
    echo "Generating answer for test #${i%%:*}"
    scripts/gen-answer.sh tests/${i%%:*} tests/${i%%:*}.a "tests" "${i##*:}"
done

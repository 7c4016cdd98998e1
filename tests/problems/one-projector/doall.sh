#!/usr/bin/env bash
rm -rf tests/*.a
mkdir -p tests

echo "Generating test #4"
scripts/gen-input-via-stdout.sh "wine files/gen_random.exe 8 20 10" "tests/04" 4
echo "Generating test #5"
scripts/gen-input-via-stdout.sh "wine files/gen_random.exe 15 1000000 900000" "tests/05" 5
echo "Generating test #6"
scripts/gen-input-via-stdout.sh "wine files/gen_bridge.exe --blocks=3" "tests/06" 6
echo "Generating test #7"
scripts/gen-input-via-stdout.sh "wine files/gen_bridge.exe --blocks=4 --long=1" "tests/07" 7
echo "Generating test #8"
scripts/gen-input-via-stdout.sh "wine files/gen_random.exe 12 1000000000 600000000" "tests/08" 8
echo "Generating test #9"
scripts/gen-input-via-stdout.sh "wine files/gen_bridge.exe --blocks=1600 --long=1" "tests/09" 9
echo "Generating test #10"
scripts/gen-input-via-stdout.sh "wine files/gen_random.exe 5000 1000000 2000" "tests/10" 10
echo "Generating test #11"
scripts/gen-input-via-stdout.sh "wine files/gen_random.exe 5000 1000000000 1000000" "tests/11" 11

for i in 01 02 03 04 05 06 07 08 09 10 11; do
    echo "Generating answer for test #$i"
    scripts/gen-answer.sh tests/$i tests/$i.a "tests" ""
done

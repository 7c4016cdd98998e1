// A program of the user's own that answers in a model's place: it keeps what it is asked in one folder, and prints the next
// answer of another. What it lacks is said on standard error.
//
//   node program.mjs ANSWERS ASKED
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

const [answers, asked] = process.argv.slice(2);
const question = readFileSync(0, "utf8");
const number = readdirSync(asked).length;
writeFileSync(path.join(asked, `${number}.txt`), question);
const file = readdirSync(answers).sort()[number];
if (file === undefined) {
  console.error("no answer is left");
  process.exit(3);
}
process.stdout.write(readFileSync(path.join(answers, file), "utf8"));

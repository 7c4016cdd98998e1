declare function require(name: string): any;

const text: string = require('fs').readFileSync(0, 'utf8');
const numbers: number[] = text.trim().split(/\s+/).map(Number).slice(1);
let best: number = -Infinity;
let here: number = 0;
for (const x of numbers) {
  here = Math.max(here, 0) + x;
  best = Math.max(best, here);
}
console.log(best);

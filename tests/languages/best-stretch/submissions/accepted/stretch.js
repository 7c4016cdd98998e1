const numbers = require('fs').readFileSync(0, 'utf8').trim().split(/\s+/).map(Number).slice(1);
let best = -Infinity;
let here = 0;
for (const x of numbers) {
  here = Math.max(here, 0) + x;
  best = Math.max(best, here);
}
console.log(best);

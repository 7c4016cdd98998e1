const [n, first] = process.argv.slice(2).map(Number);
console.log(n);
console.log(Array.from({ length: n }, (_, i) => first - 2 * i).join(' '));

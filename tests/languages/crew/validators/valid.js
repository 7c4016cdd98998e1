const match = /^([1-9]\d*)\n(-?\d+(?: -?\d+)*)\n$/.exec(require('fs').readFileSync(0, 'utf8'));
process.exit(match && match[2].split(' ').length === Number(match[1]) && match[1] <= 100 ? 42 : 43);

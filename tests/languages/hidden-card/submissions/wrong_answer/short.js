const lines = require('readline').createInterface({ input: process.stdin });
let [low, high] = [1, 999];
let mid;
function ask() {
  if (low >= high) {
    console.log('! ' + low);
    lines.close();
    return;
  }
  mid = (low + high) >> 1;
  console.log('? ' + mid);
}
lines.on('line', (said) => {
  if (said === 'less') high = mid - 1;
  else if (said === 'more') low = mid + 1;
  else low = high = mid;
  ask();
});
ask();

const response = await fetch(`${process.argv[2]}/orders`);
const text = await response.text();
const [shipped, cancellable] = JSON.parse(text);

console.log('服务器发出：', text);
console.log('读到的编号：', shipped.id, cancellable.id);
console.log('是同一个吗：', shipped.id === cancellable.id);
console.log('能精确表示：', Number.isSafeInteger(shipped.id));
console.log('最大安全整数：', Number.MAX_SAFE_INTEGER);

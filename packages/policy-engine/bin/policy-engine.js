#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`policy-engine needs Node.js 22.19 or newer; this is ${process.version}\n`);
  process.exit(2);
}
// Before anything else is loaded, since the heap has grown after that.
if (process.argv[2] === 'ledger') (await import('../dist/cli/small-heap.js')).keepHeapSmall();
await import('../dist/cli.js');

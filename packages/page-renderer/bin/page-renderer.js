#!/usr/bin/env node
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`page-renderer needs Node.js 22.19 or newer; this is ${process.version}\n`);
  process.exit(2);
}
// Half of the threads resolve names, and must not all wait for name servers that do not respond. Read when the first one is used.
process.env.UV_THREADPOOL_SIZE ??= '64';
try {
  await import('../dist/commands/cli.js');
} catch (error) {
  if (error.code !== 'RENDER_MIDDLEWARE_MISSING') throw error;
  process.stderr.write(`${error.message}\n`);
  process.exit(2);
}

/** Refuses an older Node. Imported before anything else, so that nothing fails with an error that names no version. */
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  throw new Error(`policy-engine needs Node.js 22.19 or newer; this is ${process.version}`);
}

/** What an older Node says. `process.versions` stands in for it: an older Node cannot run these tests. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Imports the package on a Node that says it is of this version. @returns the message of the error, or `imported` */
async function importedOn(version: string): Promise<string> {
  const program = `
    Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } });
    Object.defineProperty(process, 'version', { value: 'v${version}' });
    const said = await import('policy-engine').then(() => 'imported', ({ message }) => message);
    process.stdout.write(said);
  `;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program], { cwd: import.meta.dirname });
  return stdout;
}

test('the library says which version of Node it needs', async () => {
  for (const version of ['18.20.8', '20.20.2', '22.18.0'])
    assert.equal(await importedOn(version), `policy-engine needs Node.js 22.19 or newer; this is v${version}`);
  for (const version of ['22.19.0', '24.0.0']) assert.equal(await importedOn(version), 'imported');
});

test('a CommonJS module requires the package, without a warning', async () => {
  const program = "process.stdout.write(typeof require('policy-engine').createPolicyEngine)";
  const { stdout, stderr } = await run(process.execPath, ['-e', program], { cwd: import.meta.dirname });
  assert.deepEqual([stdout, stderr], ['function', '']);
});

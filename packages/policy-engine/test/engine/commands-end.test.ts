/** A command that loads the module of the host ends, whatever the module keeps open. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { stretched } from '../../../../testing/load.ts';

const engine = path.join(import.meta.dirname, '..', '..');

test('a command ends with all of its output although the module of the host keeps a server and a timer', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'keeps-open-'));
  mkdirSync(path.join(folder, 'node_modules'));
  symlinkSync(engine, path.join(folder, 'node_modules', 'policy-engine'));
  writeFileSync(
    path.join(folder, 'engine.mjs'),
    `import { createServer } from 'node:net';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
createServer().listen(0);
setInterval(() => {}, 1e6);
export const engine = createPolicyEngine({
  database: nodeSqliteDatabase(':memory:'),
  rules: [{ name: 'cookie', sessionless: true }],
  currentUser: () => null,
});
await engine.migrate();
`,
  );
  const command = [path.join(engine, 'bin', 'policy-engine.js'), 'doctor', '--engine', 'engine.mjs'];
  const ended = await promisify(execFile)(process.execPath, command, { cwd: folder, timeout: stretched(20_000) }).catch(
    (error: unknown) => error as { code: number | null; stdout: string },
  );
  rmSync(folder, { recursive: true });
  assert.equal((ended as { code?: number | null }).code, 1, 'a killed command has no code');
  assert.match(ended.stdout, /no_admin[^]*\n$/);
});

/**
 * `npm run nesting`: prints which functions of policy-engine are open, one within the other, when a decision reaches the driver of
 * PostgreSQL. The request comes through the adapter of Express. It is the second one, so that the texts in force are known: a process
 * reads them twice a second at most.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { Express } from 'express';
import type pg from 'pg';
import type * as policyEnginePackage from 'policy-engine';
import type * as expressPackage from 'policy-engine/express';
import { findPostgres, uniqueName } from '../testing/databases.ts';
import { root } from './build.ts';

const home = path.join(root, 'packages/policy-engine');
const require = createRequire(path.join(home, 'package.json'));
const express = require('express') as () => Express;
const { Pool } = require('pg') as typeof pg;
const { createPolicyEngine, pgDatabase } = (await import(
  require.resolve('policy-engine')
)) as typeof policyEnginePackage;
const { policyEngine } = (await import(require.resolve('policy-engine/express'))) as typeof expressPackage;

interface Frame {
  readonly name: string;
  /** Below `src`, without its ending. */
  readonly file: string;
}

/** A statement, and the functions of the product that were open when it was sent. */
interface Sent {
  readonly text: string;
  readonly frames: readonly Frame[];
}

const sent: Sent[] = [];

/** Notes who calls the connections of a pool. */
function noteCallers(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...parameters: unknown[]) => unknown;
    const noting = (...parameters: unknown[]) => {
      const [first] = parameters;
      const text = typeof first === 'string' ? first : (first as { text: string }).text;
      sent.push({ text, frames: framesOf(new Error('sent').stack ?? '') });
      return query(...parameters);
    };
    Object.assign(client, { query: noting });
  });
}

/** The functions of the product on a stack, the outermost first. */
function framesOf(stack: string): Frame[] {
  const frames = stack.split('\n').flatMap((line): Frame[] => {
    const found = /^ +at (?:async )?(?:(?<name>.+?) \()?file:\/\/.*?\/policy-engine\/dist\/(?<file>.+?)\.js:/.exec(
      line,
    );
    return found?.groups === undefined
      ? []
      : [{ name: found.groups['name'] ?? '(anonymous)', file: found.groups['file']! }];
  });
  return frames.toReversed();
}

async function call(base: string, method: string, where: string, user: string, body?: unknown): Promise<void> {
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const response = await fetch(`${base}${where}`, {
    method,
    headers: { ...headers, 'x-user': user },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${where}: ${response.status} ${await response.text()}`);
}

Error.stackTraceLimit = 200;
const server = await findPostgres();
if (server.url === undefined) throw new Error(`no database: ${server.tried}`);
const { url, drop } = await server.create(uniqueName('nesting'));
const pool = new Pool({ connectionString: url });
noteCallers(pool);
const engine = createPolicyEngine({
  database: pgDatabase(pool),
  rules: [{ name: 'terms' }],
  currentUser: (request) => {
    const id = request.headers.get('x-user');
    return id === null ? null : { id, record: null };
  },
  isAdminMethod: ({ id }) => id === 'admin',
});
await engine.migrate();
const app = express();
app.use('/policies', policyEngine(engine));
const http = createServer(app).listen(0, '127.0.0.1');
await once(http, 'listening');
const base = `http://127.0.0.1:${(http.address() as AddressInfo).port}/policies`;
const accept = (user: string) => call(base, 'PUT', '/user_terms/terms/accept.json', user);

try {
  await call(base, 'POST', '/categories/terms/terms.json', 'admin', { description: '# Terms', state: 'published' });
  await accept('first');
  sent.length = 0;
  await accept('second');
} finally {
  http.close();
  await engine.stop();
  await pool.end();
  await drop();
}
for (const { text, frames } of sent) {
  const files = new Set(frames.map(({ file }) => file));
  console.log(`${text.slice(0, 100)}…\n${frames.length} nested calls in ${files.size} files`);
  for (const { name, file } of frames) console.log(`  ${name.padEnd(28)} ${file}.ts`);
}

/** What is loaded when an engine starts; everything else is loaded when it is used. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** The packages that start needs, and what for. */
const NEEDED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    (
      'dayjs dom-serializer domelementtype domhandler domutils entities escape-string-regexp is-plain-object launder nanoid ' +
      'parse-srcset picocolors postcss source-map-js'
    )
      .split(' ')
      .map((name) => [name, 'sanitize-html']),
  ),
  '@asteasolutions/zod-to-openapi': 'routes describe themselves',
  '@flystorage/file-storage': 'the place of exports',
  '@flystorage/local-fs': 'the place of exports',
  '@hono/zod-openapi': 'routes',
  '@hono/zod-validator': 'routes',
  eta: 'templates of mails and exports',
  hono: 'routes',
  htmlparser2: 'tags of scripts',
  'ipaddr.js': 'addresses of clients',
  kysely: 'statements',
  marked: 'texts of policies',
  'sanitize-html': 'texts of policies',
  tldts: 'domains of cookies',
  zod: 'options',
};

const SCRIPT = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      const name = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name !== undefined) packages.add(name);
      return next(url, context);
    },
  });
  const { connectDatabase, createPolicyEngine } = await import('policy-engine');
  const engine = createPolicyEngine({
    database: await connectDatabase(':memory:'),
    rules: [{ name: 'cookie', sessionless: true }],
    currentUser: () => null,
  });
  await engine.migrate();
  const response = await engine.fetch(new Request('http://localhost/policies/consent.json'));
  console.log(JSON.stringify([response.status, ...packages]));
`;

test('the first answer needs no other packages than these', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', SCRIPT], {
    cwd: import.meta.dirname,
  });
  const [status, ...packages] = JSON.parse(stdout) as [number, ...string[]];
  assert.equal(status, 200);
  assert.deepEqual(
    packages.filter((name) => !Object.hasOwn(NEEDED, name)),
    [],
  );
});

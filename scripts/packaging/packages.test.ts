/** Packs each package, checks the tarball, installs it into an empty folder and uses it like a new user. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

import { SBOM } from '../dependencies/sbom.ts';
import { PACKED, tarballIn } from '../packed.ts';
import { addressesIn, assertNotAsked } from '../first-decision/npm-logs.ts';
import { COMMANDS } from './commands.ts';

const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../..');
const names = readdirSync(path.join(root, 'packages'));

/** Maximum size of each package in kilobytes, packed and unpacked. */
const MOST_KILOBYTES: Readonly<Record<string, readonly [number, number]>> = {
  'page-renderer': [1_097, 3_600],
  'page-renderer-datastore': [18, 60],
  'policy-engine': [2_922, 9_945],
  'render-middleware': [74, 254],
};

/** The new user's folder, where only the tarballs are installed. */
let stranger: string;
const tarballs = new Map<string, string>();

before(async () => {
  for (const name of names) tarballs.set(name, tarballIn(PACKED, name));
  stranger = mkdtempSync(path.join(tmpdir(), 'stranger-'));
  const env = { ...process.env, npm_config_prefer_offline: 'true', npm_config_logs_dir: path.join(stranger, 'logs') };
  await run('sh', ['-c', COMMANDS[0] ?? ''], { cwd: stranger, env });
});
after(() => rmSync(stranger, { recursive: true, force: true }));

test('npm run pack prints one line that installs all packages, one for the renderer, and one for its Datastore cache', () => {
  const installed = readdirSync(path.join(stranger, 'node_modules'));
  assert.deepEqual(
    [COMMANDS.length, names.filter((name) => !installed.includes(name))],
    [3, ['page-renderer-datastore']],
    'only its users need the packages of Google',
  );
  assert.ok(COMMANDS.every((line) => line.startsWith('npm install ')));
  assert.deepEqual(
    [1, 2].map((line) => names.map((name) => COMMANDS[line]?.includes(tarballs.get(name)!))),
    [
      [true, false, false, true],
      [true, true, false, true],
    ],
  );
  assertNotAsked(addressesIn(path.join(stranger, 'logs')));
});

/** Runs a program in the new user's folder. */
async function program(source: string): Promise<string> {
  const file = path.join(stranger, 'program.mjs');
  writeFileSync(file, source);
  return (await run(process.execPath, [file], { cwd: stranger })).stdout;
}

for (const name of names) {
  describe(name, () => {
    test('publint finds nothing', async () => {
      const buffer = readFileSync(tarballs.get(name)!);
      const tarball = buffer.buffer.slice(buffer.byteOffset, buffer.byteOffset + buffer.byteLength);
      const { messages, pkg } = await publint({ pack: { tarball }, strict: true });
      assert.deepEqual(
        messages.map((message) => formatMessage(message, pkg ?? {})),
        [],
      );
    });

    test('could be published: npm only misses somebody who is signed in', async () => {
      const nowhere = ['--registry', 'http://127.0.0.1:9', '--fetch-retries', '0'];
      const { stderr } = await run('npm', ['publish', '--dry-run', ...nowhere, tarballs.get(name)!], { cwd: stranger });
      const warnings = stderr.split('\n').filter((line) => /^npm (?:warn|error)/.test(line));
      assert.deepEqual(
        warnings.filter((line) => !line.includes('requires you to be logged in')),
        [],
      );
    });

    test('says where it comes from', () => {
      const file = path.join(root, 'packages', name, 'package.json');
      const { repository, homepage, bugs } = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
      for (const said of [repository, homepage, bugs]) assert.match(JSON.stringify(said), /https:/);
    });

    test('is no larger than it has to be', async () => {
      const { stdout } = await run('tar', ['-tvzf', tarballs.get(name)!]);
      const unpacked = stdout
        .trim()
        .split('\n')
        .reduce((sum, line) => sum + Number(line.split(/\s+/)[2]), 0);
      const [most = 0, mostUnpacked = 0] = MOST_KILOBYTES[name] ?? [];
      const packed = readFileSync(tarballs.get(name)!).byteLength;
      const measured = `${name}: ${packed} bytes, ${unpacked} unpacked`;
      assert.ok(packed <= most * 1e3 && unpacked <= mostUnpacked * 1e3, measured);
    });

    test('holds its licence, readme and changelog, and neither tests nor sources nor maps of them', async () => {
      const { stdout } = await run('tar', ['-tzf', tarballs.get(name)!]);
      const files = stdout.trim().split('\n');
      for (const file of ['CHANGELOG.md', 'LICENSE', 'README.md', 'package.json'])
        assert.ok(files.includes(`package/${file}`), file);
      assert.deepEqual(
        files.filter((file) => /\/(test|src)\/|tsbuildinfo|\.map$|\.tsx?$/.test(file.replace(/\.d\.ts$/, ''))),
        [],
      );
    });

    test('holds what its readme and guides link to', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'unpacked-'));
      await run('tar', ['-xzf', tarballs.get(name)!, '-C', folder]);
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      const pages = files.filter((file) => file.endsWith('.md'));
      const dead: string[] = [];
      for (const page of pages) {
        const text = readFileSync(path.join(folder, page), 'utf8');
        for (const [, link = ''] of text.matchAll(/\]\((?![a-z]+:|#)([^)#\s]+)/g)) {
          const target = path.posix.join(path.posix.dirname(page), link).replace(/\/$/, '');
          if (!files.includes(target)) dead.push(`${page}: ${link}`);
        }
      }
      rmSync(folder, { recursive: true, force: true });
      assert.ok(pages.length > 1);
      assert.deepEqual(dead, []);
    });
  });
}

test('bills of materials name what is installed', async () => {
  const named = new Set<string>();
  for (const name of names.filter((one) => one !== 'page-renderer-datastore')) {
    const { stdout } = await run('tar', ['-xzOf', tarballs.get(name)!, `package/${SBOM}`]);
    const { metadata, components } = JSON.parse(stdout) as {
      metadata: { component: { name: string } };
      components: readonly { name: string }[];
    };
    for (const one of [metadata.component, ...components]) named.add(one.name);
  }
  const { packages } = JSON.parse(readFileSync(path.join(stranger, 'node_modules/.package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { readonly peer?: boolean }>>;
  };
  const installed = Object.keys(packages).map((folder) => folder.slice(folder.lastIndexOf('node_modules/') + 13));
  assert.deepEqual([...named].toSorted(), [...new Set(installed)].toSorted());
});

test('page-renderer: a stranger renders a page with it', async () => {
  const output = await program(`
    import { createServer } from 'node:http';
    import { createRenderer } from 'page-renderer';
    const page = '<p id="a"></p><script>a.textContent = "from script"</script>';
    const site = createServer((_, response) => response.setHeader('Content-Type', 'text/html').end(page));
    await new Promise((resolve) => site.listen(0, '127.0.0.1', resolve));
    await using renderer = await createRenderer({ allowPrivateNetworks: ['127.0.0.1'], logLevel: 'silent' });
    const { html } = await renderer.render('http://127.0.0.1:' + site.address().port);
    console.log(html);
    site.close();
    site.closeAllConnections();
  `);
  assert.match(output, /<p id="a">from script<\/p>/);
});

test('page-renderer: the command is linked', async () => {
  const { stdout } = await run(path.join(stranger, 'node_modules/.bin/page-renderer'), ['--version']);
  assert.match(stdout, /^page-renderer\/\d/);
});

test('page-renderer: without render-middleware, command and library say in one sentence how to install both', async () => {
  const [installed, away] = ['node_modules/render-middleware', 'away'].map((one) => path.join(stranger, one)) as [
    string,
    string,
  ];
  renameSync(installed, away);
  try {
    for (const words of [[], ['--version'], ['render', 'http://127.0.0.1/']]) {
      const failed = await run(path.join(stranger, 'node_modules/.bin/page-renderer'), words).then(
        () => assert.fail('it started'),
        (error: { code: number; stderr: string }) => error,
      );
      assert.equal(failed.code, 2);
      assert.match(
        failed.stderr,
        /^page-renderer needs the package render-middleware: install the tarballs of both .*"npm run pack".*\n$/,
      );
    }
    const library = await run(process.execPath, ['--eval', "import('page-renderer')"], { cwd: stranger }).then(
      () => assert.fail('it was imported'),
      (error: { stderr: string }) => error,
    );
    assert.match(library.stderr, /Error: page-renderer needs the package render-middleware: install the tarballs/);
  } finally {
    renameSync(away, installed);
  }
});

for (const [name, code] of [
  ['page-renderer', 'no-browser'],
  ['policy-engine', 'not_migrated'],
] as const) {
  test(`${name}: the command prints the page about an error`, async () => {
    const { stdout } = await run(path.join(stranger, 'node_modules/.bin', name), ['explain', code]);
    assert.match(stdout, new RegExp(`^# \`${code}\`\\n[^]*## What to do\\n`));
  });
}

test('page-renderer: a cache whose client is not installed is an error at start that says what to install', async () => {
  const command = path.join(stranger, 'node_modules/.bin/page-renderer');
  for (const [cache, name, remedy] of [
    ['redis', 'ioredis', 'npm install ioredis'],
    ['datastore', 'page-renderer-datastore', 'docs/operations.md says how to install it'],
  ] as const) {
    writeFileSync(path.join(stranger, 'config.json'), JSON.stringify({ cache }));
    const failed = await run(command, { cwd: stranger }).then(
      () => assert.fail('it started'),
      (error: { code: number; stderr: string }) => error,
    );
    const message = `page-renderer: cache: "${cache}" needs the package ${name}: ${remedy}; see "page-renderer explain invalid-configuration"\n`;
    assert.deepEqual([failed.code, failed.stderr], [2, message]);
  }
});

test('page-renderer-datastore: a service finds it where it is installed from its tarball', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'datastore-'));
  try {
    const env = { ...process.env, npm_config_prefer_offline: 'true' };
    await run('sh', ['-c', COMMANDS[2] ?? ''], { cwd: folder, env });
    const command = path.join(folder, 'node_modules/.bin/page-renderer');
    const { stdout } = await run(command, ['check-config', '--offline', '--cache', 'datastore'], { cwd: folder });
    assert.match(stdout, /would start/);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('policy-engine: a stranger decides on a policy with it, by the package and by the command', async () => {
  const output = await program(`
    import { getTestEngine } from 'policy-engine/testing';
    await using test = await getTestEngine();
    const write = { description: 'Text', state: 'published' };
    await test.as('admin').json('POST', '/policies/categories/age/terms.json', write);
    await test.as('anna').json('PUT', '/policies/user_terms/age/accept.json');
    const { body } = await test.as('anna').json('GET', '/policies/user_terms.json');
    console.log(body.map(({ name, state }) => name + ' ' + state).join(', '));
  `);
  assert.equal(output, 'cookie passive, age accepted, privacy_terms passive\n');
  const { stdout } = await run(path.join(stranger, 'node_modules/.bin/policy-engine'), ['migrate', '-d', ':memory:']);
  assert.match(stdout, /^applied database-0001-secrets$/m);
});

test('policy-engine/client: a stranger imports it on a server, and its types hold where there is a browser', async () => {
  const output = await program(`
    import { createPolicyClient, defineElements, policyConsent } from 'policy-engine/client';
    defineElements();
    const consent = policyConsent('/policies');
    const end = consent.onChange(() => {});
    console.log(typeof createPolicyClient, consent.hasConsent('analytics'), end());
  `);
  assert.equal(output, 'function false undefined\n');
  const compile = (source: string) => {
    writeFileSync(path.join(stranger, 'page.ts'), source);
    const tsc = path.join(path.dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const flags = ['--strict', '--noEmit', '--target', 'es2024', '--module', 'esnext', '--moduleResolution', 'bundler'];
    return run(process.execPath, [tsc, ...flags, '--types', '', '--lib', 'es2024,dom', 'page.ts'], { cwd: stranger });
  };
  await compile(`
    import { createPolicyClient, policyConsent, PolicyProblem, type Shown } from 'policy-engine/client';
    const shown: Shown = { locale: 'en', choices: ['accept', 'reject'], texts: { analytics: 1 } };
    await policyConsent().decide({ analytics: true }, shown);
    const [first] = await createPolicyClient({ baseUrl: '/policies' }).pending();
    const name: string | undefined = first?.name;
    export const code = (error: unknown) => (error instanceof PolicyProblem ? error.code : name);
  `);
  const declared = (name: string) =>
    compile(`
      import type { RuleName } from 'policy-engine/client';
      declare module 'policy-engine/client' {
        interface ConsentRules {
          analytics: true;
        }
      }
      export const rule: RuleName = '${name}';
    `);
  await declared('analytics');
  await assert.rejects(declared('analitics'), ({ stdout }: { stdout: string }) => /error TS2322/.test(stdout));
  await assert.rejects(
    compile(`
      import { createPolicyClient } from 'policy-engine/client';
      await createPolicyClient({ baseUrl: '/policies' }).call('acceptUserTerm', { params: { nothing: 1 } });
    `),
    ({ stdout }: { stdout: string }) => /page\.ts\(3,\d+\): error TS/.test(stdout),
  );
});

test('policy-engine: a stranger without pg and mysql2 makes one file of it', async () => {
  const entry = path.join(stranger, 'bundled.mjs');
  writeFileSync(
    entry,
    `import { connectDatabase } from 'policy-engine';
     import { policyEngine } from 'policy-engine/node';
     (async () => {
       const database = await connectDatabase(':memory:');
       const refused = await connectDatabase('postgres://127.0.0.1/x').catch(({ code }) => code);
       console.log(typeof policyEngine, database.dialect, refused);
     })();`,
  );
  for (const format of ['esm', 'cjs'] as const) {
    const outfile = path.join(stranger, format === 'esm' ? 'one.mjs' : 'one.cjs');
    // Bundled CommonJS packages load Node's modules with it.
    const banner =
      "import { createRequire as requireFrom__ } from 'node:module'; const require = requireFrom__(import.meta.url);";
    const options = { format, outfile, ...(format === 'esm' && { banner: { js: banner } }) };
    await build({ ...options, entryPoints: [entry], bundle: true, platform: 'node', logLevel: 'silent' });
    const { stdout } = await run(process.execPath, [outfile], { cwd: stranger });
    assert.equal(stdout, 'function sqlite database_driver_missing\n', format);
  }
});

test('policy-engine: a stranger without pg or Express is told what to install', async () => {
  const output = await program(`
    import { connectDatabase } from 'policy-engine';
    const failed = await connectDatabase('postgres://127.0.0.1/x').then((database) => database.execute('select 1')).catch((error) => error);
    console.log(failed.code, failed.message);
  `);
  assert.match(output, /^database_driver_missing .*npm install pg/);
});

test('an older Node is told which one is needed, whatever is imported of a package', async () => {
  for (const name of ['page-renderer', 'policy-engine', 'policy-engine/database', 'policy-engine/express']) {
    const output = await program(`
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });
      // One of the functions that it lacks.
      delete Map.groupBy;
      const said = await import('${name}').then(() => 'imported', ({ message }) => message);
      console.log(said);
    `);
    assert.match(output, /^(?:page-renderer|policy-engine) needs Node\.js 22\.19 or newer; this is v\S+\n$/, name);
  }
});

test('render-middleware: a stranger uses it, without Express installed', async () => {
  const output = await program(`
    import { shouldRender } from 'render-middleware';
    import { renderMiddleware } from 'render-middleware/express';
    const ask = (agent) => shouldRender({ method: 'GET', url: '/', headers: { 'user-agent': agent } });
    console.log(ask('Googlebot/2.1'), ask('Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0'), typeof renderMiddleware);
  `);
  assert.equal(output, 'true false function\n');
});

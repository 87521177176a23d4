/** The requests of clients in other languages, by the programs of the guide. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createRenderer, type Renderer } from 'page-renderer';
import { stretched } from '../../../../testing/load.ts';

const PAGE = '<!doctype html><title>Shop</title><p id="a"></p><script>a.textContent = `at ${location.search}`</script>';
const guide = readFileSync(path.join(import.meta.dirname, '..', '..', 'docs', 'other-languages.md'), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'languages-'));
const site = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(PAGE));
let renderer: Renderer;
let service = '';

before(async () => {
  await once(site.listen(0, '127.0.0.1'), 'listening');
  renderer = await createRenderer({
    allowPrivateNetworks: ['localhost'],
    logLevel: 'silent',
    port: 0,
    timeout: stretched(10_000),
  });
  service = new URL((await renderer.listen()).url).host;
});
after(async () => {
  await renderer?.close();
  site.close();
  site.closeAllConnections();
  rmSync(folder, { recursive: true });
});

/** Language, the program that runs it, and whether its client sends the query. */
const LANGUAGES = [
  ['python', 'python3', true],
  ['ruby', 'ruby', true],
  ['php', 'php', false],
] as const;

for (const [language, command, sendsQuery] of LANGUAGES) {
  const isThere = spawnSync(command, ['--version']).status === 0;
  test(
    `the client in ${language} gets the rendered page`,
    { skip: !isThere && `${command} is not installed` },
    async () => {
      const programs = [...guide.matchAll(new RegExp(`^\`\`\`${language}\\n(?<text>[^]*?)^\`\`\`$`, 'gm'))];
      const program = programs.at(-1)?.groups?.['text'] ?? '';
      assert.match(program, /127\.0\.0\.1:3000/);
      const file = path.join(folder, `request.${language}`);
      writeFileSync(file, program.replaceAll('127.0.0.1:3000', service));
      const url = `http://localhost:${(site.address() as AddressInfo).port}/products/8${sendsQuery ? '?size=m&b=%C3%A9' : ''}`;
      const child = spawn(command, [file, url], { stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      for (const stream of [child.stdout, child.stderr])
        stream.on('data', (text: Buffer) => void (output += text.toString()));
      const [code] = (await once(child, 'close')) as [number];
      assert.equal(code, 0, output);
      assert.match(output, /^200 complete$/m);
      assert.ok(output.includes(`<p id="a">at ${sendsQuery ? '?size=m&amp;b=%C3%A9' : ''}</p>`), output);
    },
  );
}

/** What the skills of page-renderer and render-middleware say is done: pages are rendered, and bots get them. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { test } from 'node:test';
import { freePort } from '../../../testing/free-port.ts';
import { listening } from '../../../testing/listening.ts';
import { readSkill, SkillFolder } from '../../../testing/skill.ts';

const PAGE =
  '<!doctype html><html lang="en"><title>Shop</title><h1 id="a"></h1><script>a.textContent = "from a script"</script>';
const RENDERED = /<h1 id="a">from a script<\/h1>/;

test('the skill of page-renderer renders, explains, audits and serves a page', async () => {
  const { files, commands } = readSkill('page-renderer');
  const site = createServer(({ url }, response) =>
    response.writeHead(url === '/' ? 200 : 404, { 'content-type': 'text/html' }).end(url === '/' ? PAGE : 'Not found'),
  );
  await using served = await listening(site);
  const port = String(await freePort());
  await using folder = new SkillFolder({ 8080: String(served.port), 3000: port });
  for (const [file, text] of files) folder.write(file, text);
  const [
    html = '',
    markdown = '',
    picture = '',
    explain = '',
    audit = '',
    check = '',
    serve = '',
    render = '',
    ...others
  ] = commands;
  assert.deepEqual(others, []);

  for (const command of [html, picture]) assert.equal((await folder.run(command)).code, 0, command);
  assert.match(folder.read('page.html'), RENDERED);
  assert.equal(folder.read('page.jpg').length > 1000, true);
  assert.match((await folder.run(markdown)).output, /^# from a script$/m);
  const audited = await folder.run(audit);
  assert.ok([0, 8].includes(audited.code), audited.output);
  assert.equal((await folder.run(check)).code, 0);
  await folder.start(`${serve} --port ${port}`, 'http://127.0.0.1:3000/healthz');
  assert.match((await folder.run(render.replace('curl', 'curl -s'))).output, RENDERED);
  const explained = JSON.parse((await folder.run(explain.replace('curl', 'curl -s'))).output) as {
    judgements: unknown[];
  };
  assert.ok(Array.isArray(explained.judgements));
  const library = await folder.run('node page.mjs');
  assert.match(library.output, /^200 complete \d+$/m);
});

test('the skill of render-middleware gives a bot the rendered page, and a person the page itself', async () => {
  const { files, commands, text } = readSkill('render-middleware');
  const [renderer, site] = [String(await freePort()), String(await freePort())];
  await using folder = new SkillFolder({ 8080: site, 3000: renderer });
  for (const [file, code] of files) folder.write(file, code);
  folder.write('public/index.html', PAGE);
  const [, serve = ''] = /`(npx --offline page-renderer [^`]+)`/.exec(text) ?? [];
  await folder.start(`${serve} --port ${renderer}`, 'http://127.0.0.1:3000/healthz');
  await folder.start('node site.mjs', 'http://localhost:8080/');
  const [bot = '', person = '', ...others] = commands;
  assert.deepEqual(others, []);
  const forBot = await folder.run(bot);
  assert.match(forBot.output, /^x-render-verdict: complete\r?$/im);
  assert.match(folder.read('bot.html'), RENDERED);
  assert.doesNotMatch((await folder.run(person)).output, /x-render/i);
  assert.equal(folder.read('person.html'), PAGE);
});

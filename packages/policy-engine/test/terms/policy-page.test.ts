/** The page of a policy, and the last step before publishing: the decisions on versions, and who is asked. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { withContents } from '../../dist/modules/terms/markdown/contents.js';
import { markdownToHtml } from '../../dist/modules/terms/markdown/markdown.js';
import { hostileTexts } from './hostile-texts.ts';

const TEXT = '# Cookies\n\n## What we *set*\n\nTwo.\n\n## What you can do\n\n### Refuse\n\nAny time.';

suite('the page of a policy', () => {
  test('shows versions with their decisions first, then the text with its contents', async () => {
    await using made = await getTestEngine<string>({ rules: [{ name: 'cookie', sessionless: true }] });
    const admin = made.as('admin');
    const write = (json: Record<string, unknown>) => admin.json('POST', '/policies/categories/cookie/terms.json', json);
    await write({ description: TEXT, state: 'published' });
    for (const [user, cookie] of [
      ['anna', true],
      ['ben', false],
      ['cleo', true],
    ] as const) {
      const answer = await made.as(user).json('PUT', '/policies/consent.json', { decisions: { cookie } });
      assert.equal(answer.status, 200);
    }
    const page = await (await admin.fetch('/policies/categories/cookie')).text();
    assert.ok(page.indexOf('Versions and drafts') < page.indexOf('Text in force'));
    const row = /<a [^>]*>Version 1<\/a>[\s\S]*?<\/tr>/.exec(page)?.[0] ?? '';
    const cells = Array.from(row.matchAll(/class="pe-number[^>]*>\s*<span>(?:<a [^>]*>)?(\d+)</g), ([, count]) =>
      Number(count),
    );
    assert.deepEqual(cells, [2, 1]);
    assert.match(page, /<a href="#section-2">What we set<\/a>/);
    assert.match(page, /<h3 id="section-2">What we <em>set<\/em><\/h3>/);

    const publishing = async (material: boolean) => {
      const { body } = await write({ description: 'Three.', material });
      const { id } = body as { id: string };
      return (await admin.fetch(`/policies/categories/cookie/terms/${id}/publish`)).text();
    };
    // A draft has no decisions: its card has no line for them.
    await write({ description: 'Four.' });
    assert.match(await (await admin.fetch('/policies/categories/cookie')).text(), /class="pe-number[^"]* pe-nothing"/);
    assert.match(await publishing(true), /Users who decided on an earlier version and will be asked again: 3/);
    assert.match(await publishing(false), /Users who have already decided and keep their decision: 3/);
  });

  test('requires the note on what changed exactly where people are asked again, and shows how many before', async () => {
    await using made = await getTestEngine<string>({ rules: [{ name: 'cookie', sessionless: true }] });
    const admin = made.as('admin');
    const write = async (json: Record<string, unknown>) =>
      (await admin.json('POST', '/policies/categories/cookie/terms.json', json)).body as { readonly id: string };
    const form = async (path: string, fields: Readonly<Record<string, string>>) => {
      const headers = { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' };
      const sent = { method: 'POST', headers, body: new URLSearchParams(fields) };
      const response = await admin.fetch(`/policies/categories/cookie/terms${path}`, sent);
      return { status: response.status, html: await response.text() };
    };
    const publish = (id: string, fields: Readonly<Record<string, string>> = {}) =>
      form(`/${id}`, { _method: 'patch', 'term[state]': 'published', ...fields });
    const stateOf = async (id: string) => {
      const { body } = await admin.json('GET', `/policies/categories/cookie/terms/${id}.json`);
      return (body as { readonly state: string }).state;
    };
    // The first text, and a second one that nobody has decided before: nobody is asked again.
    assert.equal((await publish((await write({ description: 'One.' })).id)).status, 303);
    assert.equal((await publish((await write({ description: 'Two.' })).id)).status, 303);
    for (const user of ['anna', 'ben']) {
      const decided = await made.as(user).json('PUT', '/policies/consent.json', { decisions: { cookie: true } });
      assert.equal(decided.status, 200);
    }
    const { id } = await write({ description: 'Three.' });
    const page = await (await admin.fetch(`/policies/categories/cookie/terms/${id}/publish`)).text();
    assert.match(page, /Users who decided on an earlier version and will be asked again: 2/);
    for (const fields of [{}, { 'term[note]': ' ' }]) {
      const refused = await publish(id, fields);
      assert.equal(refused.status, 422);
      assert.match(refused.html, /id="field-term-note"[^>]*aria-invalid="true"/);
      assert.equal(await stateOf(id), 'draft');
    }
    // Nor is a new text published without it, in one step.
    const atOnce = { 'term[description]': 'Four.', 'term[material]': '1', 'term[state]': 'published' };
    assert.equal((await form('', atOnce)).status, 422);
    assert.equal((await publish(id, { 'term[note]': 'We set one more.' })).status, 303);
    assert.equal(await stateOf(id), 'published');
    // Where nobody is asked again, none is needed.
    const small = await write({ description: 'Three, well spelt.', material: false });
    assert.equal((await publish(small.id)).status, 303);
    assert.equal(await stateOf(small.id), 'published');
  });

  test('gives headings IDs of its own, whatever a text contains', () => {
    for (const [attack, markdown] of hostileTexts) {
      const { html, headings } = withContents(markdownToHtml(`${markdown}\n\n# <b>x</b> [y](/z)`));
      assert.ok(headings.length > 0, attack);
      for (const heading of headings) assert.doesNotMatch(heading.html, /[<>]/, attack);
      for (const [, id] of html.matchAll(/ id="([^"]*)"/g)) assert.match(id ?? '', /^section-\d+$/, attack);
    }
  });
});

/** Forms of the panel that two administrators have open at once: the second is told, keeps what they wrote, and overwrites nothing silently. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';

const TEMPLATES = '/policies/requests/templates';
let made: Awaited<ReturnType<typeof getTestEngine>>;
before(async () => {
  made = await getTestEngine({
    portabilityRules: [{ name: 'orders', collection: () => [] }],
    userResource: { find: (id) => ({ id }) },
  });
});
after(() => made[Symbol.asyncDispose]());

interface TemplateBody {
  readonly id: string;
  readonly title: string;
  readonly body: string;
  readonly revision: string;
  readonly code?: string;
}

const admin = () => made.as('admin');
const json = async (method: string, path: string, body?: unknown) => {
  const answer = await admin().json(method, path, body);
  return { status: answer.status, body: answer.body as TemplateBody };
};

/** What a browser sends from a form. */
async function submit(path: string, fields: Readonly<Record<string, string>>) {
  const response = await admin().fetch(path, {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields),
  });
  return { status: response.status, location: response.headers.get('location'), html: await response.text() };
}

const page = async (path: string) => (await admin().fetch(path, { headers: { accept: 'text/html' } })).text();
const hidden = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? assert.fail(`no field ${name}`);
const actionOf = (html: string) => /<form[^>]*action="([^"]*\/templates\/[^"]*)"/.exec(html)?.[1] ?? '';

describe('a template of reasons that two administrators have open', () => {
  const change = (html: string, words: { title: string; body: string }) =>
    submit(actionOf(html), {
      _method: 'PUT',
      locale: 'en',
      act: hidden(html, 'act'),
      revision: hidden(html, 'revision'),
      ...words,
    });

  test('answers the second change of a sample with both texts instead of 404, and saves it only if sent again', async () => {
    const [one, two] = [await page(`${TEMPLATES}/sample.identity`), await page(`${TEMPLATES}/sample.identity`)];
    assert.equal((await change(one, { title: 'Who', body: 'First <words>' })).status, 303);
    const second = await change(two, { title: 'Who else', body: 'Second words' });
    assert.equal(second.status, 422);
    assert.match(second.html, /This template was changed elsewhere after you opened it, so nothing was saved/);
    assert.match(second.html, /Saved elsewhere[^]*Who[^]*First &lt;words&gt;/);
    assert.match(second.html, /<textarea[^>]*>\s*Second words/);
    const present = (await json('GET', `${TEMPLATES}/sample.identity.json`)).body;
    assert.equal(present.body, 'First <words>');
    assert.equal((await change(second.html, { title: 'Who else', body: 'Second words' })).status, 303);
    const after = (await json('GET', `${TEMPLATES}/${present.id}.json`)).body;
    assert.deepEqual([after.title, after.body], ['Who else', 'Second words']);
  });

  test('answers programs with 409 for a sample or a revision that was changed', async () => {
    const path = `${TEMPLATES}/sample.repeated.json`;
    const { revision } = (await json('GET', path)).body;
    const words = { locale: 'en', title: 'Again', body: 'Asked before' };
    assert.equal((await json('PUT', path, { ...words, revision })).status, 204);
    for (const body of [{ ...words, revision }, words]) {
      const refused = await json('PUT', path, body);
      assert.deepEqual([refused.status, refused.body.code], [409, 'request_template_changed']);
    }
    const { id } = (await json('GET', path)).body;
    const refused = await json('DELETE', `${TEMPLATES}/${id}.json?locale=en&revision=${revision}`);
    assert.deepEqual([refused.status, refused.body.code], [409, 'request_template_changed']);
    assert.equal((await json('GET', path)).body.body, 'Asked before');
  });

  test('of two changes of a sample at the same moment, one is made and the other is told of it', async () => {
    const { revision } = (await json('GET', `${TEMPLATES}/sample.many.json`)).body;
    const put = (body: string) =>
      json('PUT', `${TEMPLATES}/sample.many.json`, { locale: 'en', title: 'Many', body, revision });
    const both = await Promise.all([put('one'), put('two')]);
    const states = both.map(({ status }) => status);
    assert.ok(states.includes(204) && states.includes(409), states.join());
  });

  test('that was deleted meanwhile keeps what was written, and saves it as a new one', async () => {
    const open = await page(`${TEMPLATES}/sample.claims`);
    assert.equal((await json('DELETE', `${TEMPLATES}/sample.claims.json?locale=en`)).status, 204);
    const second = await change(open, { title: 'Claims', body: 'Kept for a claim' });
    assert.equal(second.status, 422);
    assert.match(second.html, /was deleted elsewhere[^]*<textarea[^>]*>\s*Kept for a claim/);
    assert.match(second.html, /<option value="hold" selected/);
    assert.match(second.html, new RegExp(`<form[^>]*action="${TEMPLATES}"`));
  });

  test('is not deleted after somebody changed it', async () => {
    const list = await page(`${TEMPLATES}?locale=en`);
    const open = await page(`${TEMPLATES}/sample.duty`);
    assert.equal((await change(open, { title: 'Duty', body: 'New words' })).status, 303);
    const form = /<form[^>]*action="[^"]*sample\.duty\?[^"]*"[^]*?<\/form>/.exec(list)?.[0] ?? list;
    const action = actionOf(form).replaceAll('&amp;', '&');
    const refused = await submit(action, { _method: 'DELETE' });
    assert.equal(refused.status, 409);
    assert.match(refused.html, /The template was changed after you opened it/);
    assert.equal((await json('GET', `${TEMPLATES}/sample.duty.json`)).body.body, 'New words');
  });
});

describe('the appearance of the banner that two administrators have open', () => {
  const fields = (html: string, title: string) => ({
    opened: hidden(html, 'opened'),
    layout: 'bar',
    side: 'end',
    corners: 'slight',
    'words[en][title]': title,
  });

  test('is not replaced silently: the second keeps their changes, and publishes them if sent again', async () => {
    const path = '/policies/appearance';
    const [one, two] = [await page(path), await page(path)];
    assert.equal((await submit(path, fields(one, 'First'))).status, 303);
    const second = await submit(path, fields(two, 'Second'));
    assert.equal(second.status, 422);
    assert.match(second.html, /Another version was published after you opened this page, so nothing was published/);
    assert.match(second.html, /value="Second"/);
    const present = await admin().json('GET', `${path}.json`);
    assert.match(JSON.stringify(present.body), /First/);
    assert.equal((await submit(path, fields(second.html, 'Second'))).status, 303);
    const body = { layout: 'bar', side: 'end', corners: 'slight', words: { en: { title: 'Third' } }, opened: 1 };
    const refused = await admin().json('POST', `${path}.json`, body);
    assert.deepEqual([refused.status, (refused.body as TemplateBody).code], [409, 'appearance_changed']);
  });
});

describe('the page of a conflict', () => {
  test('says in its title what has changed, and leads back to it', async () => {
    const request = await made.engine.requests.create({ id: 'berta' });
    await made.engine.requests.deny(request.id, 'Denied first');
    const one = `/policies/portability_requests/${request.id}`;
    for (const act of ['deny', 'confirm']) {
      const late = await submit(`${one}/${act}`, { reason: 'Denied again' });
      assert.equal(late.status, 409);
      const title =
        act === 'deny' ? /<h1>This request can no longer be changed/ : /<h1>This request is no longer pending/;
      assert.match(late.html, title);
      assert.match(
        late.html,
        new RegExp(`<a class="pe-button pe-button-primary" href="${one}">Back to the request</a>`),
      );
      assert.doesNotMatch(late.html, /Back to home/);
    }
  });
});

describe('what somebody wrote', () => {
  test('is on the page of the error if a request was answered meanwhile', async () => {
    const request = await made.engine.requests.create({ id: 'anna' });
    await made.engine.requests.deny(request.id, 'Denied first');
    const path = `/policies/portability_requests/${request.id}/deny`;
    const late = await submit(path, { reason: 'My <careful> reason' });
    assert.equal(late.status, 409);
    assert.match(
      late.html,
      /What you wrote was not saved[^]*<textarea [^>]*readonly[^>]*>\s*My &lt;careful&gt; reason/,
    );
  });

  test('is on the page of the error if a draft was published meanwhile', async () => {
    const draft = await made.engine.terms.create('cookie', { markdown: 'Draft' });
    await made.engine.terms.publish(draft.id);
    const late = await submit(`/policies/categories/cookie/terms/${draft.id}`, {
      _method: 'PATCH',
      'term[description]': 'My long text',
      'term[note]': 'My note',
    });
    assert.equal(late.status, 409);
    assert.match(late.html, /What you wrote was not saved[^]*My long text[^]*My note/);
  });
});

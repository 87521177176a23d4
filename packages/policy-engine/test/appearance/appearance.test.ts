/** The appearance of the banner: refused if it is unreadable, stored in versions, and named by decisions. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { getTestEngine, TEST_ORIGIN, type TestEngine } from 'policy-engine/testing';

const APPEARANCE = {
  own_colours: true,
  colours: { background: '#FFFFFF', text: '#1a1a1a', button: '#104a8e', accent: '#104a8e' },
  corners: 'round',
  layout: 'corner',
  side: 'start',
  words: { en: { title: 'Cookies?', lead: 'We ask about {purposes}.', accept: 'Yes, all', reject: 'No, none' } },
};
const ADDRESS = '/policies/appearance.json';

interface Saved {
  version: number | null;
  appearance: { colours: Record<string, string> | null; layout: string; words: Record<string, unknown> };
  versions: { version: number }[];
}

let made: TestEngine;
before(async () => {
  made = await getTestEngine({
    rules: [{ name: 'analytics', label: 'Statistics', description: 'Counts visits.', sessionless: true }],
    banner: { layout: 'dialog' },
  });
  const text = { description: 'What we count.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/analytics/terms.json', text);
});
after(async () => made[Symbol.asyncDispose]());

const save = (appearance: object) => made.as('admin').json('POST', ADDRESS, appearance);
const saved = async (): Promise<Saved> => (await (await made.as('admin').fetch(ADDRESS)).json()) as Saved;
const banner = (locale = 'en') =>
  made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers: { 'accept-language': locale } })).renderBanner();
const logged = async () => {
  const answer = await made.as('admin').fetch('/policies/audit.json?action=appearance_saved');
  return ((await answer.json()) as { entries: unknown[] }).entries.length;
};
/** What the ledger records about the appearance shown. */
const decide = async (user: string, shown: object) => {
  const body = { decisions: { analytics: false }, shown: { locale: 'en', ...shown } };
  assert.equal((await made.as(user).json('PUT', '/policies/consent.json', body)).status, 200);
  const [event] = await made.engine.ledger.eventsAbout({ userId: user, visitorId: null });
  return JSON.parse(event?.identity?.shown ?? '') as { appearance?: number | string };
};

test('a refused appearance is previewed as it was entered, where the policy of the page allows it', async () => {
  const answer = await made.as('admin').fetch('/policies/appearance', {
    method: 'POST',
    headers: { accept: 'text/html', 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      layout: 'bar',
      corners: 'round',
      side: 'middle',
      own_colours: '1',
      'colours[background]': '#102030',
      'colours[text]': 'red',
      'words[en][title]': `A title of more than ${'many '.repeat(20)}characters`,
    }),
  });
  assert.equal(answer.status, 422);
  const [, src = ''] = /<iframe src="([^"]+)"/.exec(await answer.text()) ?? [];
  const preview = await (await made.as('admin').fetch(src.replaceAll('&amp;', '&'))).text();
  assert.match(preview, /data-layout="bar"[^]*A title of more than/);
  // What cannot be shown is as in force.
  assert.match(preview, /background=%23102030&amp;text=%231c1d1f[^"]*corners=round/);
  assert.match(answer.headers.get('content-security-policy') ?? '', /frame-src 'self'/);
});

test('without a saved appearance the banner looks as configured, and no decision names one', async () => {
  assert.match(await banner(), /<dialog class="pe-consent-panel"/);
  assert.doesNotMatch(await banner(), /data-appearance="\d+"|appearance\/style/);
  const { version, appearance, versions } = await saved();
  assert.deepEqual([version, appearance.layout, versions], [null, 'dialog', []]);
  assert.equal((await decide('ann', { appearance: 1 })).appearance, undefined);
});

test('colours with a contrast below 4.5 : 1 are refused with their ratio, and so are unequal answers', async () => {
  const grey = { ...APPEARANCE, colours: { ...APPEARANCE.colours, text: '#777777', accent: '#ffffff' } };
  const answer = await save(grey);
  assert.equal(answer.status, 422);
  const { errors } = answer.body as { errors: { field: string; detail: string }[] };
  assert.deepEqual(
    errors.map(({ field }) => field),
    ['colours.text', 'colours.accent'],
  );
  // #777777 on white, the textbook case (https://www.w3.org/TR/WCAG22/#contrast-minimum).
  assert.match(errors[0]?.detail ?? '', /contrast is 4\.47 : 1/);
  assert.match(errors[1]?.detail ?? '', /contrast is 1 : 1/);
  for (const [words, field] of [
    [{ en: { accept: 'Yes' } }, 'words.en.reject'],
    [{ en: { accept: 'Go on', reject: 'Go on' } }, 'words.en.reject'],
    [{ xx: { title: 'Hm' } }, 'words.xx'],
  ] as const) {
    const refused = await save({ ...APPEARANCE, words });
    const problem = refused.body as { errors: { field: string }[] };
    assert.deepEqual([refused.status, problem.errors.map((error) => error.field)], [422, [field]]);
  }
  for (const wrong of [{ layout: 'top' }, { corners: '1px;}' }, { colours: { ...APPEARANCE.colours, text: 'red' } }]) {
    assert.equal((await save({ ...APPEARANCE, ...wrong })).status, 422);
  }
  assert.equal((await saved()).version, null);
});

test('a saved appearance creates a version, an unchanged one does not, and the audit log has each', async () => {
  assert.equal((await save(APPEARANCE)).status, 200);
  assert.equal((await save(APPEARANCE)).status, 200);
  const first = await saved();
  assert.deepEqual([first.version, first.versions.length, await logged()], [1, 1, 1]);
  assert.equal(first.appearance.colours?.['background'], '#ffffff');
  const html = await banner();
  assert.match(html, /<section class="pe-consent-panel"[^>]*data-layout="corner" data-side="start"/);
  assert.match(html, /Cookies\?/);
  assert.match(html, /We ask about .Statistics.\./);
  assert.match(html, /value="reject">No, none<\/button>/);
  assert.match(html, /name="shown\[appearance\]" value="[0-9a-f]{16}"/);
  assert.match(await banner('fr'), /Vos choix de confidentialité/);
  // Saving an earlier appearance again creates a new version.
  assert.equal((await save({ ...APPEARANCE, corners: 'square' })).status, 200);
  assert.equal((await save(APPEARANCE)).status, 200);
  assert.deepEqual([(await saved()).version, await logged()], [3, 3]);
});

test('the audit log names the version of an appearance, and links to its page', async () => {
  const log = await (await made.as('admin').fetch('/policies/audit.html?action=appearance_saved')).text();
  assert.match(log, /Banner appearance published.*href="[^"]*\/appearance\/versions\/1"[^>]*>Version 1</s);
});

test('what is no colour is refused in words, without the pattern of a colour', async () => {
  const answer = await save({ ...APPEARANCE, colours: { ...APPEARANCE.colours, text: 'red' } });
  const [error, ...others] = (answer.body as { errors: { field: string; code: string; detail: string }[] }).errors;
  assert.deepEqual([error?.field, error?.code, others], ['colours.text', 'invalid_format', []]);
  assert.equal(error?.detail, 'This value is not valid.');
});

test('appearances saved at the same moment get different numbers', async () => {
  const before = (await saved()).version ?? 0;
  const layouts = ['bar', 'corner', 'dialog'].map((layout) =>
    Object.assign(structuredClone(APPEARANCE), { layout, side: 'end' }),
  );
  const answers = await Promise.all(layouts.map(save));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  const numbers = (await saved()).versions.map(({ version }) => version);
  assert.equal(numbers[0], before + 3);
  assert.equal(new Set(numbers).size, numbers.length);
});

test('a decision names the saved appearance that was shown, and none if none was saved', async () => {
  assert.equal((await decide('bob', { appearance: 2 })).appearance, 2);
  assert.equal((await decide('cem', { appearance: 999 })).appearance, undefined);
});

test('an administrator sees an earlier appearance, in the language of the decision', async () => {
  const preview = (query: string) => made.as('admin').fetch(`/policies/appearance/preview?${query}`);
  assert.match(await (await preview('version=1&locale=en')).text(), /data-layout="corner".*Cookies\?/s);
  const french = await preview('version=1&locale=fr');
  assert.equal(french.headers.get('content-language'), 'fr');
  assert.match(await french.text(), /Vos choix de confidentialité/);
  assert.equal((await preview('version=999')).status, 404);
  assert.equal((await made.as('ann').fetch('/policies/appearance/preview?version=1')).status, 403);
  const [event] = await made.engine.ledger.eventsAbout({ userId: 'bob', visitorId: null });
  const receipt = await made.as('admin').fetch(`/policies/people/bob/events/${event?.leaf.id}.html`);
  assert.match(await receipt.text(), /Banner shown.*href="[^"]*appearance\/versions\/2\?language=en"/s);
  const page = await made.as('admin').fetch('/policies/appearance/versions/2.html?language=fr');
  assert.match(await page.text(), /Banner appearance: Version 2.*src="[^"]*preview\?version=2&amp;locale=fr"/s);
  assert.equal((await made.as('admin').fetch('/policies/appearance/versions/999.html')).status, 404);
  const own = await made.as('bob').fetch(`/policies/ledger/events/${event?.leaf.id}.html`);
  assert.doesNotMatch(await own.text(), /Banner shown/);
});

test('the style sheet contains only the colours, and no injected text', async () => {
  const [, address = ''] = /href="([^"]+appearance\/style[^"]+)"/.exec(await banner()) ?? [];
  const client = made.as(null);
  const answer = await client.fetch(address.replaceAll('&amp;', '&'));
  assert.equal(answer.headers.get('content-type'), 'text/css; charset=utf-8');
  assert.match(answer.headers.get('cache-control') ?? '', /public/);
  const css = await answer.text();
  assert.match(css, /^\.pe-consent-panel\{[^{}]*--pe-bg:#ffffff;[^{}]*\}\n$/);
  // White text on dark blue, although the text colour is dark: the more readable one is used.
  assert.match(css, /--pe-on-button:#ffffff/);
  for (const bad of ['background=red', 'text=%23fff;}', 'corners=2px']) {
    assert.equal((await client.fetch(`/policies/appearance/style?${bad}`)).status, 422);
  }
});

test('only administrators see the editor, which previews unsaved colours without JavaScript', async () => {
  assert.equal((await made.as(null).fetch('/policies/appearance.html')).status, 401);
  const query = new URLSearchParams({
    layout: 'bar',
    side: 'end',
    corners: 'slight',
    own_colours: '0',
    'words[en][title]': '<b>Draft</b>',
  });
  const client = made.as('admin');
  const page = await client.fetch(`/policies/appearance.html?${query}`);
  assert.match(page.headers.get('content-security-policy') ?? '', /frame-src 'self'/);
  const html = await page.text();
  const frames = [...html.matchAll(/<iframe src="([^"]+)"/g)].map(([, src = '']) => src.replaceAll('&amp;', '&'));
  assert.deepEqual([frames.length, new Set(frames).size], [3, 1]);
  const frame = await client.fetch(frames[0]!);
  const policy = frame.headers.get('content-security-policy') ?? '';
  assert.match(policy, /default-src 'none'.*form-action 'none'.*frame-ancestors 'self'/);
  assert.match(await frame.text(), /&lt;b&gt;Draft&lt;\/b&gt;/);
  // A draft that cannot be saved shows an error and is previewed all the same.
  const wrong = await client.fetch(`/policies/appearance.html?${query}&words[en][accept]=Yes`);
  assert.match(
    await wrong.text(),
    /Fill in both buttons or neither[^]*<iframe src="[^"]*words%5Ben%5D%5Baccept%5D=Yes/,
  );
  const unknown = await client.fetch(`/policies/appearance.html?${query}&side=middle`);
  assert.deepEqual([unknown.status, /href="#field-side"/.test(await unknown.text())], [200, true]);
  const other = await client.fetch('/policies/check.html');
  assert.doesNotMatch(other.headers.get('content-security-policy') ?? '', /frame-src/);
});

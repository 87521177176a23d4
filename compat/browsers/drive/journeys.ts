/** What people do in the shop, in words of the page. Each journey starts with a fresh profile. */
import assert from 'node:assert/strict';
import type { Feature } from './browsers.ts';
import type { Start } from './commands.ts';
import { KEYS, type Visitor } from './visitor.ts';
import type { Shop } from './shop.ts';

/** A journey. */
export interface Journey {
  /** The column of the table. */
  readonly name: string;
  readonly title: string;
  readonly needs?: Feature;
  readonly start?: Start;
  readonly walk: (visitor: Visitor, shop: Shop) => Promise<void>;
}

const PANEL = '.pe-consent-panel';
const answer = (visitor: Visitor, words: string) => visitor.press(`${PANEL} button`, words);
const isAsked = (visitor: Visitor) => visitor.isVisible(PANEL);

/** The question is there, and its script: until then, a button submits its form. */
async function asked(visitor: Visitor): Promise<void> {
  await visitor.sees(`${PANEL} button`);
  await visitor.until(`document.querySelector('policy-consent').consent.state`);
}
const answered = (visitor: Visitor) =>
  visitor.until(
    `!document.querySelector('${PANEL}').checkVisibility() && document.querySelector('policy-consent').consent.state`,
  );

/** Everything that other companies have left in this browser: cookies, and keys of the storage. */
async function theirs(visitor: Visitor): Promise<string[]> {
  const keys = await visitor.run<string[]>('return [...Object.keys(localStorage), ...Object.keys(sessionStorage)]');
  return [...(await visitor.cookies()).keys(), ...keys].filter((name) => name.startsWith('_sf_')).toSorted();
}

const LEFT = ['_sf_seen', '_sf_session', '_sf_stats', '_sf_taste', '_sf_visitor'];
const TAGS = ['/hit', '/tags/analytics.js', '/tags/recommendations.js'];

/** The tags of both companies have run. */
const tracked = (visitor: Visitor) =>
  visitor.until(`localStorage.getItem('_sf_session') !== null && sessionStorage.getItem('_sf_seen') !== null`);

/** Nothing is requested for a while after the page is drawn. */
async function settled(visitor: Visitor): Promise<void> {
  await visitor.until(`document.readyState === 'complete' && document.querySelector('policy-consent').consent.state`);
  await visitor.run('return new Promise((done) => setTimeout(done, 500))');
}

/** The frame is there, and has got an answer. */
async function filmIsLoaded(visitor: Visitor): Promise<void> {
  await visitor.sees('policy-embed iframe');
  await visitor.until(
    `performance.getEntriesByType('resource').some(({ initiatorType }) => initiatorType === 'iframe')`,
  );
}

const settings = (visitor: Visitor) => visitor.press('footer a', 'Privacy settings');

async function signIn(visitor: Visitor, email: string, to: string): Promise<void> {
  await visitor.open(`/sign-in?return_to=${encodeURIComponent(to)}`);
  await visitor.fill('input[name=email]', email);
  await visitor.fill('input[name=password]', 'demo');
  await visitor.follow('main button', 'Sign in');
}

async function refuse(visitor: Visitor, shop: Shop): Promise<void> {
  await visitor.open('/products/1');
  await asked(visitor);
  await visitor.sees('.pe-embed button', 'Show once');
  await settled(visitor);
  assert.deepEqual([shop.requested(), await theirs(visitor)], [[], []]);
  await answer(visitor, 'Reject all');
  await answered(visitor);
  // The banner closes at the click, and the cookie comes with the answer.
  await visitor.until(`document.cookie.includes('policy_rule_cookie=rejected')`);
  await visitor.open('/');
  await settled(visitor);
  assert.equal(await isAsked(visitor), false);
  assert.deepEqual([shop.requested(), await theirs(visitor)], [[], []]);
}

async function acceptAndWithdraw(visitor: Visitor, shop: Shop): Promise<void> {
  await visitor.open('/products/1');
  await asked(visitor);
  await visitor.run(`document.documentElement.dataset.samePage = 'yes'`);
  await answer(visitor, 'Accept all');
  await tracked(visitor);
  await visitor.sees('policy-embed iframe');
  await visitor.until(`document.documentElement.dataset.samePage === 'yes'`);
  await filmIsLoaded(visitor);
  assert.deepEqual(shop.requested(), ['/films/lamp', ...TAGS]);
  assert.deepEqual(await theirs(visitor), LEFT);

  await settings(visitor);
  await answer(visitor, 'Reject all');
  await visitor.sees('button', 'Reload');
  // What was left is deleted before the decision counts as saved.
  await visitor.sees('button', 'Undo');
  assert.deepEqual(await theirs(visitor), []);
  assert.equal(await visitor.isVisible('policy-embed iframe'), false);
  // The tags notice the navigation within the app and try to write.
  await visitor.press('header a', 'About');
  await visitor.until(`location.pathname === '/about'`);
  assert.deepEqual(await theirs(visitor), []);
  await visitor.follow('button', 'Reload');
  shop.requested();
  await visitor.send('WebDriver:Refresh');
  await settled(visitor);
  assert.deepEqual([shop.requested(), await isAsked(visitor)], [[], false]);
}

async function choose(visitor: Visitor, shop: Shop): Promise<void> {
  await visitor.open('/products/1');
  await asked(visitor);
  await answer(visitor, 'Customise');
  const switches = `${PANEL} fieldset input[role=switch]`;
  await visitor.sees(switches);
  assert.equal(await visitor.run(`return document.querySelectorAll('${switches}:checked').length`), 0);
  await visitor.press(`${PANEL} input[data-rule=media]`);
  await answer(visitor, 'Save choices');
  await filmIsLoaded(visitor);
  assert.equal(await isAsked(visitor), false);
  assert.deepEqual(shop.requested(), ['/films/lamp']);
  assert.deepEqual(await theirs(visitor), []);
  const cookies = await visitor.cookies();
  assert.deepEqual([cookies.get('policy_rule_media'), cookies.get('policy_rule_cookie')], ['accepted', 'rejected']);
}

async function film(visitor: Visitor, shop: Shop): Promise<void> {
  await visitor.open('/products/1');
  await visitor.press('.pe-embed button', 'Show once');
  await filmIsLoaded(visitor);
  assert.equal((await visitor.cookies()).has('policy_rule_media'), false);
  await visitor.send('WebDriver:Refresh');
  await visitor.press('.pe-embed button', 'Always allow: Films');
  await visitor.sees('policy-embed iframe');
  await visitor.until(`document.querySelector('policy-consent').consent.hasConsent('media')`);
  assert.deepEqual(shop.requested(), ['/films/lamp']);
  assert.equal((await visitor.cookies()).get('policy_rule_media'), 'accepted');
  await visitor.send('WebDriver:Refresh');
  await visitor.sees('policy-embed iframe');
}

async function tabs(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await asked(visitor);
  const first = await visitor.currentTab();
  const second = await visitor.newTab();
  await visitor.turnTo(second);
  await visitor.open('/about');
  await asked(visitor);
  // Both decide at the same moment: each decision counts, and both belong to one visitor.
  const decide = (decisions: string) => `
    const until = Number(arguments[0]);
    setTimeout(() => document.querySelector('policy-consent').consent.decide(${decisions}), until - Date.now())`;
  const moment = Date.now() + 3000;
  await visitor.run(decide('{ cookie: true }'), moment);
  await visitor.turnTo(first);
  await visitor.run(decide('{ media: true }'), moment);
  const both = `['cookie', 'media'].every((rule) => document.querySelector('policy-consent').consent.hasConsent(rule))`;
  for (const tab of [first, second]) {
    await visitor.turnTo(tab);
    await visitor.until(both);
    await answered(visitor);
  }
  await tracked(visitor);
  await settings(visitor);
  await answer(visitor, 'Reject all');
  await visitor.sees('button', 'Reload');
  await visitor.turnTo(first);
  await visitor.sees('button', 'Reload');
  await visitor.open('/policies/ledger/events');
  const events = await visitor.run<number>(
    `return document.querySelectorAll('main a[href*="/ledger/events/"]').length`,
  );
  assert.ok(events >= 4, `${events} events of this browser`);
}

async function signal(visitor: Visitor, shop: Shop): Promise<void> {
  await visitor.open('/');
  await settled(visitor);
  assert.deepEqual([await isAsked(visitor), shop.requested()], [false, []]);
  assert.equal(await visitor.run('return navigator.globalPrivacyControl'), true);
  await settings(visitor);
  await visitor.sees(`${PANEL} [data-when=honoured]`);
  await visitor.press(`${PANEL} input[data-rule=cookie]`);
  await answer(visitor, 'Save choices');
  await tracked(visitor);
  await visitor.open('/policies/privacy#browser');
  await visitor.sees('#browser .pe-notice');
  assert.match(
    await visitor.run<string>(`return document.querySelector('#browser').textContent`),
    /Global Privacy Control/,
  );
}

async function withoutScripts(visitor: Visitor, shop: Shop): Promise<void> {
  await visitor.open('/sign-up?return_to=%2Fcart');
  await visitor.follow(`${PANEL} button`, 'Reject all');
  assert.equal(await visitor.path(), '/sign-up?return_to=%2Fcart');
  assert.equal(await isAsked(visitor), false);
  assert.equal((await visitor.cookies()).get('policy_rule_cookie'), 'rejected');
  await visitor.follow('footer a', 'Privacy settings');
  assert.match(await visitor.path(), /^\/policies\/privacy/);
  await visitor.press('#browser [role=switch]');
  await visitor.follow('#browser button', 'Save choices: Cookies');
  assert.equal((await visitor.cookies()).get('policy_rule_cookie'), 'accepted');
  await visitor.press('#browser [role=switch]');
  await visitor.follow('#browser button', 'Save choices: Cookies');
  assert.equal((await visitor.cookies()).get('policy_rule_cookie'), 'rejected');
  assert.deepEqual(shop.requested(), []);
}

const FOCUSED = `
  const one = document.activeElement;
  const { top, bottom, width } = one.getBoundingClientRect();
  return [one.textContent.trim() || one.localName, width > 0 && top >= -1 && bottom <= innerHeight + 1];`;

async function keyboard(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await asked(visitor);
  await settled(visitor);
  const seen: string[] = [];
  for (let presses = 0; presses < 15 && seen.at(-1) !== 'Customise'; presses += 1) {
    await visitor.key(KEYS.tab);
    const [name, isInView] = await visitor.run<[string, boolean]>(FOCUSED);
    assert.equal(isInView, true, `${name} has the focus and is not in view`);
    seen.push(name);
  }
  // The skip link comes first, then the question before the page itself.
  assert.match(seen[0] ?? '', /^Skip/);
  assert.deepEqual(seen.slice(-3), ['Reject all', 'Accept all', 'Customise'], seen.join(', '));
  assert.ok(!seen.includes('Sign in'), seen.join(', '));
  await visitor.key(KEYS.enter);
  await visitor.until(`document.activeElement.localName === 'fieldset'`);
  await visitor.key(KEYS.tab);
  await visitor.key(KEYS.space);
  await visitor.until(`document.activeElement.matches('[data-rule=cookie]:checked')`);
  await visitor.key(KEYS.escape);
  await visitor.until(`!document.querySelector('${PANEL}').checkVisibility()`);
  await visitor.run(
    `[...document.querySelectorAll('footer a')].find((one) => one.textContent === 'Privacy settings').focus()`,
  );
  await visitor.key(KEYS.enter);
  await visitor.until(`document.querySelector('${PANEL}').contains(document.activeElement)`);
  await visitor.key(KEYS.escape);
  await visitor.until(`document.activeElement.textContent === 'Privacy settings'`);
}

async function back(visitor: Visitor): Promise<void> {
  await visitor.open('/');
  await asked(visitor);
  await answer(visitor, 'Accept all');
  await tracked(visitor);
  await visitor.open('/policies/privacy');
  await visitor.follow('#browser button', 'Reject all');
  await visitor.send('WebDriver:Back');
  await visitor.send('WebDriver:Back');
  await visitor.until(`location.pathname === '/'`);
  await settled(visitor);
  assert.equal(
    await visitor.run(`return document.querySelector('policy-consent').consent.hasConsent('cookie')`),
    false,
  );
  await visitor.until(`!localStorage.getItem('_sf_session') && !document.cookie.includes('_sf_')`);
}

async function centre(visitor: Visitor): Promise<void> {
  await signIn(visitor, 'other@example.test', '/policies/privacy');
  await visitor.follow('main button', 'Accept: Terms of service');
  await visitor.sees('[role=status]');
  await visitor.sees('#decided h3', 'Terms of service');
  await visitor.press('#rule-terms details > summary');
  await visitor.follow('#rule-terms a', 'Receipt');
  await visitor.sees('h1');
  await visitor.open('/policies/privacy?locale=de');
  await visitor.until(`document.documentElement.lang === 'de'`);
  await visitor.open('/policies/cookies');
  await visitor.sees('h1');
}

async function requests(visitor: Visitor): Promise<void> {
  await signIn(visitor, 'user@example.test', '/policies/user_portability_requests');
  await visitor.follow('main button');
  await visitor.sees('[role=status]');
  await visitor.open('/account');
  // In a low window it covers the link.
  await asked(visitor);
  await answer(visitor, 'Reject all');
  await answered(visitor);
  await visitor.follow('main a[href$="/user_erasure_requests"]');
  await visitor.fill('main input[type=password]', 'demo');
  await visitor.follow('main button', 'Request deletion');
  await visitor.until(`document.querySelector('#erasure h3')?.textContent === 'We have received your request'`);
}

async function signUp(visitor: Visitor): Promise<void> {
  await visitor.open('/sign-up');
  await asked(visitor);
  await answer(visitor, 'Customise');
  await visitor.press(`${PANEL} input[data-rule=media]`);
  await answer(visitor, 'Save choices');
  await answered(visitor);
  await visitor.fill('main input[name="user[name]"]', 'Nora Lind');
  await visitor.fill('main input[name="user[email]"]', `nora-${Date.now()}@example.test`);
  await visitor.fill('main input[name="user[password]"]', 'a long password');
  await visitor.press('main input[type=checkbox][name*=age]');
  await visitor.press('main input[type=checkbox][name*=terms]');
  // The note about the decision lies over the end of the window; the end of the page can be scrolled above it.
  await visitor.run('scrollTo(0, document.documentElement.scrollHeight)');
  await visitor.follow('main button', 'Open an account');
  await visitor.sees('h1', 'Was that you?');
  await visitor.follow('main button', 'Yes, save them in my account');
  await visitor.open('/policies/privacy');
  await visitor.sees('#rule-media .pe-badge', 'Accepted');
}

/** All journeys, in the order of the table. */
export const JOURNEYS: readonly Journey[] = [
  { name: 'Refuse', title: 'nothing of others is loaded before the decision, nor after a rejection', walk: refuse },
  {
    name: 'Accept, withdraw',
    title: 'tags run without a reload, and withdrawal removes what they left',
    walk: acceptAndWithdraw,
  },
  { name: 'Choose', title: 'one purpose is accepted and the other rejected', walk: choose },
  { name: 'Film', title: 'a film is shown once, and then always', walk: film },
  { name: 'Two tabs', title: 'two tabs decide at once, and both show the same', walk: tabs },
  { name: 'Back button', title: 'a page from the history follows a withdrawal', walk: back },
  {
    name: 'GPC',
    title: 'Global Privacy Control is a rejection that people can override',
    needs: 'global privacy control',
    start: { gpc: true },
    walk: signal,
  },
  { name: 'No JavaScript', title: 'decisions by forms alone', start: { javaScript: false }, walk: withoutScripts },
  { name: 'Keyboard', title: 'the question comes early, stays in view, and gives the focus back', walk: keyboard },
  { name: 'Privacy centre', title: 'decision, receipt, language and cookie declaration', walk: centre },
  { name: 'Copy, erasure', title: 'requests of a copy and of the erasure', walk: requests },
  { name: 'Sign-up', title: 'decisions of the browser are added to a new account', walk: signUp },
];

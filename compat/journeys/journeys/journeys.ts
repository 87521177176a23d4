/** The journeys: each begins with a fresh profile, in front of the page Start. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Start } from '../../browsers/drive/commands.ts';
import type { Person } from '../drive/person.ts';
import { RULES } from '../site/page.ts';
import type { SiteOptions } from '../site/site.ts';

/** A journey. */
export interface Journey {
  /** The row of the table. */
  readonly name: string;
  /** Whether Firefox and WebKitGTK take it as well. */
  readonly isShort?: boolean;
  readonly site?: SiteOptions;
  readonly start?: Start;
  readonly walk: (person: Person) => Promise<void>;
}

const NONE = { rules: [] } as const;
const ASKED = { rules: [], isAsked: true } as const;
/** The same in a document in which the script has run. */
const IN_DOCUMENT = { rules: RULES, loads: ['media', 'social'] } as const;
const ALL = { rules: RULES, loads: RULES } as const;

/** Accepts everything on Start. */
async function accepted(person: Person): Promise<void> {
  await person.open('start');
  await person.answer('accept');
  await person.decided();
  await person.sees('start', ALL);
}

/** Everything is accepted, and another page is shown. */
const furtherOf = (person: Person) => ({ rules: RULES, loads: person.further(RULES) });

async function undecided(person: Person): Promise<void> {
  await person.open('start');
  await person.sees('start', ASKED);
  await person.go('other');
  await person.sees('other', ASKED);
  await person.again('other');
  await person.sees('other', ASKED);
  await person.back('start');
  await person.sees('start', ASKED);
  assert.deepEqual(await person.left(), []);
  await person.recorded();
}

async function accept(person: Person): Promise<void> {
  await accepted(person);
  await person.go('other');
  await person.sees('other', furtherOf(person));
  await person.again('other');
  assert.equal(await person.runs(), 1);
  assert.deepEqual(await person.shown(), ['film', 'map', 'picture', 'words']);
  await person.go('start');
  assert.equal(await person.isAsked(), false);
  assert.equal(await person.runs(), 1);
  assert.deepEqual(await person.left(), ['_t', '_t_local']);
  await person.recorded('accepted');
}

async function reject(person: Person): Promise<void> {
  await person.open('start');
  await person.answer('reject');
  await person.decided();
  await person.sees('start', NONE);
  await person.go('other');
  await person.sees('other', NONE);
  await person.again('other');
  await person.sees('other', NONE);
  await person.back('start');
  await person.sees('start', NONE);
  await person.recorded('rejected');
}

async function partly(person: Person): Promise<void> {
  await person.open('start');
  await person.answer('choose');
  await person.visitor.press('.pe-consent-panel input[data-rule=media]');
  await person.answer('save');
  await person.decided();
  await person.sees('start', { rules: ['media'], loads: ['media'] });
  await person.go('other');
  await person.sees('other', { rules: ['media'], loads: ['media'] });
  await person.again('other');
  assert.deepEqual(await person.shown(), ['film', 'map']);
  assert.deepEqual(await person.left(), []);
  assert.deepEqual(await person.site.recorded(), ['analytics rejected', 'media accepted', 'social rejected']);
}

/** Withdraws everything on Other, which was opened by a link of Start. */
async function withdrawn(person: Person): Promise<void> {
  await accepted(person);
  await person.go('other');
  await person.sees('other', furtherOf(person));
  await person.openSettings();
  await person.answer('reject');
  await person.decided();
  await person.sees('other', NONE);
  assert.deepEqual(await person.left(), []);
  await person.recorded('accepted', 'rejected');
}

async function withdraw(person: Person): Promise<void> {
  await withdrawn(person);
  // The script still runs in this document, which the note says.
  await person.visitor.sees('[data-policy-reload]', 'Reload');
  await person.again('other');
  await person.sees('other', NONE);
  await person.go('start');
  await person.sees('start', NONE);
  assert.equal(await person.visitor.isVisible('[data-policy-reload]', 'Reload'), person.router.keepsDocument);
  await person.openSettings();
  await person.answer('accept');
  await person.decided();
  await person.sees('start', furtherOf(person));
  await person.recorded('accepted', 'rejected', 'accepted');
}

async function back(person: Person): Promise<void> {
  await withdrawn(person);
  // From what the router has kept, or the browser.
  await person.back('start');
  await person.sees('start', NONE);
  await person.visitor.run('history.forward()');
  await person.sees('other', NONE);
  // To a page of the engine, and back to a document from the back/forward cache.
  await person.visitor.open('/policies/privacy');
  await person.visitor.follow('#browser button', 'Accept all');
  await person.visitor.run('history.go(-2)');
  await person.at('other');
  await person.sees('other', (await person.isSameDocument()) ? IN_DOCUMENT : ALL);
  await person.recorded('accepted', 'rejected', 'accepted');
}

async function prerender(person: Person): Promise<void> {
  await accepted(person);
  person.site.requested();
  await person.visitor.run(`
    const rules = document.createElement('script');
    rules.type = 'speculationrules';
    rules.textContent = '{"prerender":[{"source":"list","urls":["/ahead/"],"eagerness":"immediate"}]}';
    document.head.append(rules);`);
  const paths: string[] = [];
  // The page and the client in it.
  for (const began = performance.now(); !paths.some((path) => path.startsWith('/ahead/'));) {
    assert.ok(performance.now() - began < 60_000, 'the browser has not prerendered the page');
    await sleep(100);
    paths.push(...person.site.requested());
  }
  assert.deepEqual(await person.requested(), [], 'requested by a page that nobody sees');
  await person.leave('ahead');
  assert.equal(
    await person.visitor.run(`return performance.getEntriesByType('navigation')[0].activationStart > 0`),
    true,
    'the page was prerendered',
  );
  await person.sees('ahead', ALL);
  await person.go('start');
  await person.sees('start', furtherOf(person));
  await person.recorded('accepted');
}

async function signIn(person: Person): Promise<void> {
  const { visitor, site } = person;
  await site.decideElsewhere('anna', { analytics: true, media: true, social: true });
  await person.open('start');
  await person.sees('start', ASKED);
  const here = await visitor.currentTab();
  const other = await visitor.newTab();
  const inOtherTab = async (path: string) => {
    await visitor.turnTo(other);
    await visitor.open(path);
    // Longer than an answer of the engine is taken for new: nobody signs in within two seconds.
    await sleep(2500);
    await visitor.turnTo(here);
    // Drivers do not hide a tab behind another one.
    await visitor.run(`document.dispatchEvent(new Event('visibilitychange'))`);
  };
  await inOtherTab('/sign-in');
  await person.decided();
  await person.sees('start', ALL);
  await person.go('other');
  await person.sees('other', furtherOf(person));
  await inOtherTab('/sign-out');
  await visitor.until(`document.querySelector('policy-consent').consent.state.ask`);
  await person.sees('other', ASKED);
  await person.go('start');
  await person.sees('start', ASKED);
  await person.recorded('accepted');
}

async function blocked(person: Person): Promise<void> {
  const { visitor, site } = person;
  // The client: nothing runs, and the link leads to a page where people can decide.
  site.blocked = /^\/policies\/assets\//;
  await person.open('start');
  await person.go('other');
  assert.deepEqual([await person.requested(), await person.shown()], [[], []]);
  await visitor.press('a[data-policy-settings]', 'Your privacy');
  await visitor.until(`location.pathname === '/policies/privacy'`);
  await visitor.press('#browser button', 'Reject all');
  await visitor.until(`document.cookie.includes('policy_rule_media=rejected')`);
  await person.recorded('rejected');
  // Its requests: the question comes with what it asks about, and the browser sends its form instead.
  site.blocked = /^\/policies\/consent\.json/;
  await person.open('start');
  await person.sees('start', NONE);
  await person.go('other');
  await person.openSettings();
  await person.answer('accept');
  await visitor.until('window.kept === undefined && window.ran === 1');
  await person.sees('other', ALL);
  await person.visitor.run('window.kept = true');
  await person.go('start');
  await person.sees('start', furtherOf(person));
  await person.recorded('rejected', 'accepted');
}

async function offline(person: Person): Promise<void> {
  const { visitor } = person;
  const setOffline = (isOffline: boolean) =>
    visitor.send('Chromium:SetNetworkConditions', {
      network_conditions: {
        offline: isOffline,
        latency: 0,
        throughput: -1,
        download_throughput: -1,
        upload_throughput: -1,
      },
    });
  await person.open('start');
  await person.sees('start', ASKED);
  await setOffline(true);
  await person.answer('accept');
  await visitor.sees('.pe-consent-note[data-when=failed]');
  await person.sees('start', ASKED);
  await person.recorded();
  await setOffline(false);
  await person.answer('accept');
  await person.decided();
  await person.sees('start', ALL);
  await person.go('other');
  await person.sees('other', furtherOf(person));
  await setOffline(true);
  if (!person.router.keepsDocument) {
    // Nobody is asked in this document, so that the question is not in it: the page says that it cannot be loaded.
    await visitor.press('a[data-policy-settings]', 'Your privacy');
    await visitor.sees('.pe-consent-note[role=alert]');
    await person.at('other');
    await setOffline(false);
    await person.openSettings();
    await setOffline(true);
  } else await person.openSettings();
  await person.answer('reject');
  await visitor.sees('.pe-consent-note[data-when=failed]');
  assert.deepEqual([await person.requested(), await person.shown()], [[], []], 'a rejection counts from the click on');
  await person.recorded('accepted');
  await setOffline(false);
  await person.answer('reject');
  await person.decided();
  await person.go('start');
  await person.sees('start', NONE);
  await person.recorded('accepted', 'rejected');
}

async function cookiesOff(person: Person): Promise<void> {
  const { visitor } = person;
  const note = '[data-when=cookies]';
  await person.open('start');
  await person.sees('start', NONE);
  await visitor.sees(note);
  await visitor.press(`${note} [data-policy-close]`);
  await person.go('other');
  await person.sees('other', NONE);
  // Where the browser forbids storage as well, this is known until the next document.
  assert.equal(await visitor.isVisible(note), !person.router.keepsDocument, 'told once');
  await person.again('other');
  await person.sees('other', NONE);
  await person.back('start');
  await person.sees('start', NONE);
  await person.recorded();
}

async function framed(person: Person): Promise<void> {
  const { visitor, site } = person;
  const enter = async () => {
    await visitor.send('WebDriver:Navigate', { url: site.around });
    await visitor.sees('iframe');
    await visitor.send('WebDriver:SwitchToFrame', { id: 0 });
    await person.at('start');
    await visitor.run('window.kept = true');
  };
  await enter();
  await person.sees('start', ASKED);
  await person.answer('accept');
  await person.decided();
  await person.sees('start', ALL);
  await person.go('other');
  await person.sees('other', furtherOf(person));
  await enter();
  await person.sees('start', ALL);
  await person.openSettings();
  await person.answer('reject');
  await person.decided();
  await person.go('other');
  await person.sees('other', NONE);
  // On the site itself nothing is decided.
  await visitor.send('WebDriver:SwitchToFrame', { id: null });
  await person.open('start');
  await person.sees('start', ASKED);
  await person.recorded('accepted', 'rejected');
}

/** All journeys, in the order of the table. */
export const JOURNEYS: readonly Journey[] = [
  { name: 'Undecided', isShort: true, walk: undecided },
  { name: 'Accept', isShort: true, walk: accept },
  { name: 'Reject', isShort: true, walk: reject },
  { name: 'Partly', walk: partly },
  { name: 'Withdraw', isShort: true, walk: withdraw },
  { name: 'Back', isShort: true, walk: back },
  { name: 'Prerender', walk: prerender },
  { name: 'Sign-in elsewhere', walk: signIn },
  { name: 'Blocked', isShort: true, walk: blocked },
  { name: 'Offline', walk: offline },
  { name: 'Cookies off', start: { cookies: false }, walk: cookiesOff },
  { name: 'Framed', site: { isFramed: true }, walk: framed },
];

/**
 * The thirty cases of the page of facts, typed in from it and apart from the decision table: a second reading of the same rules. The
 * number is that of the case.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { dayOf, isOver } from '../../dist/modules/regimes/age.js';
import type { Purpose } from '../../dist/modules/regimes/fact.js';
import { outcomeOf } from '../../dist/modules/regimes/outcome/outcome.js';
import type { Outcome, Situation } from '../../dist/modules/regimes/outcome/situation.js';
import { regimeOf } from '../../dist/modules/regimes/regimes.js';
import { type Standing, standingOn } from '../../dist/modules/regimes/standing.js';

function standing(region: string, day: string): Standing {
  const regime = regimeOf(region);
  assert.ok(regime, region);
  return standingOn(regime, day);
}

/** Somebody on a day: what they said and when, and when the signal was sent. */
interface Case {
  readonly purpose?: Purpose;
  readonly said?: readonly ['accepted' | 'rejected', string];
  readonly gpc?: { readonly first: string; readonly isSentNow: boolean };
  readonly holder?: Situation['holder'];
  /** Where the host has read a text that loosens, and meets its conditions. */
  readonly posture?: Situation['posture'];
  /** Default: the person was told what runs until they opt out. */
  readonly notice?: Situation['notice'];
}

function seen(
  region: string,
  day: string,
  { purpose = 'ads', said, gpc, holder = 'browser', posture, notice = 'given' }: Case,
): Outcome {
  const place = standing(region, day);
  const months = said === undefined ? null : (place[said[0] === 'accepted' ? 'acceptance' : 'refusal']?.months ?? null);
  const isOld = said !== undefined && isOver(said[0], new Date(said[1]), { months, today: dayOf(new Date(day)) });
  return outcomeOf({
    decision: said?.[0] ?? 'none',
    order: said !== undefined && gpc !== undefined && said[1] > gpc.first ? 'signal-first' : 'decision-first',
    signal: gpc === undefined ? 'none' : gpc.isSentNow ? 'now' : 'earlier',
    holder,
    version: 'current',
    age: isOld ? 'expired' : 'valid',
    posture: posture ?? place.postures[purpose].posture,
    notice,
    signals: 'processed',
    returning: place.duties.has('return-in-two-steps') ? 'two-steps' : 'one-step',
  });
}

const sends = (first: string) => ({ first, isSentNow: true });
const sent = (first: string) => ({ first, isSentNow: false });

test('1: California, yes, then the signal: out, the conflict is shown, and coming back takes two steps', () => {
  const outcome = seen('us-ca', '2026-04-01', { said: ['accepted', '2026-03-01'], gpc: sends('2026-04-01') });
  assert.deepEqual([outcome.runs, outcome.conflict, outcome.accepting], [false, true, 'two-steps']);
});

test('2: California, a known person sent the signal once: still out without it', () => {
  const outcome = seen('us-ca', '2026-04-01', { holder: 'account', gpc: sent('2026-03-01') });
  assert.deepEqual([outcome.runs, outcome.ask], [false, 'silent']);
});

test('3 and 4: California, the display that the signal was processed: a duty in 2026, optional in 2025', () => {
  assert.ok(standing('us-ca', '2026-02-01').duties.has('show-signal'));
  assert.ok(!standing('us-ca', '2025-12-01').duties.has('show-signal'));
  for (const day of ['2026-02-01', '2025-12-01']) assert.ok(seen('us-ca', day, { gpc: sends(day) }).honoured);
});

test('5 and 6: California, out in March: no prompt in December; twelve months later one, and two steps', () => {
  const said = ['rejected', '2026-03-01'] as const;
  assert.equal(seen('us-ca', '2026-12-01', { said }).ask, 'silent');
  const later = seen('us-ca', '2027-03-02', { said });
  assert.deepEqual([later.runs, later.ask, later.accepting], [false, 'ask', 'two-steps']);
});

test('7: California, a banner with “Accept” and “Settings” alone fails: that of the engine has “Reject” beside them', async () => {
  assert.ok(standing('us-ca', '2026-11-27').duties.has('refuse-first'));
  await using made = await getTestEngine<string>({ rules: [{ name: 'cookie', sessionless: true }] });
  const term = { description: 'Cookies', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', term);
  const banner = await made.engine.consentContext(new Request('http://localhost/')).renderBanner();
  const words = [...banner.matchAll(/<button[^>]*name="all"[^>]*value="(?<word>\w+)"/g)].map(
    (found) => found.groups?.['word'],
  );
  assert.ok(words.includes('reject') && words.includes('accept'), words.join());
});

test('8: California, a banner is no opt-out link', () => {
  assert.ok(standing('us-ca', '2026-11-27').duties.has('opt-out-form'));
});

test('9: California, the signal and a loyalty scheme that nobody affirmed: out', () => {
  assert.equal(seen('us-ca', '2026-11-27', { gpc: sends('2026-11-27') }).runs, false);
});

test('10: California, browsers must offer the signal from 2027 on: the duties of sites are the same', () => {
  const dutiesOn = (day: string) => [...standing('us-ca', day).duties.keys()];
  assert.deepEqual(dutiesOn('2027-01-02'), dutiesOn('2026-12-31'));
});

test('11, 14, 16 and 17: Colorado, Connecticut, Nebraska and Maryland: the signal wins over an earlier yes', () => {
  for (const region of ['us-co', 'us-ct', 'us-ne', 'us-md']) {
    const outcome = seen(region, '2026-11-27', { said: ['accepted', '2026-03-01'], gpc: sends('2026-11-27') });
    assert.deepEqual([outcome.runs, outcome.conflict, outcome.accepting], [false, true, 'one-step'], region);
    assert.equal(seen(region, '2026-11-27', { gpc: sends('2026-11-27') }).runs, false, region);
  }
});

test('12: Colorado, the signal binds from 2024-07-01 on', () => {
  const force = (day: string) => standing('us-co', day).signal?.force ?? 'none';
  assert.deepEqual([force('2024-06-30'), force('2024-07-01')], ['none', 'binds']);
});

test('13: Colorado, the signal is gone: still out', () => {
  for (const holder of ['account', 'browser'] as const) {
    const outcome = seen('us-co', '2026-11-27', { holder, gpc: sent('2026-03-01') });
    assert.deepEqual([outcome.runs, outcome.ask], [false, 'silent'], holder);
  }
});

test('15: Oregon, the signal binds from 2026-01-01 on', () => {
  const force = (day: string) => standing('us-or', day).signal?.force ?? 'none';
  assert.deepEqual([force('2025-12-31'), force('2026-01-01')], ['none', 'binds']);
  assert.equal(seen('us-or', '2026-01-01', { gpc: sends('2026-01-01') }).runs, false);
});

test('18: Oklahoma, no duty to heed the signal', () => {
  assert.equal(standing('us-ok', '2027-02-01').signal?.force ?? 'none', 'none');
});

test('19 and 20: France, no on 1 June: silent in November, may be asked in December', () => {
  const said = ['rejected', '2026-06-01'] as const;
  assert.equal(seen('fr', '2026-11-27', { said }).ask, 'silent');
  assert.equal(seen('fr', '2026-12-02', { said }).ask, 'ask');
});

test('21: France, an own anonymous audience tool loads, and people are informed', () => {
  const { allowed } = standing('fr', '2026-11-27').postures.statistics;
  assert.ok(allowed.some(({ posture, fact }) => posture === 'exempt' && fact.id === 'F5'));
  const outcome = seen('fr', '2026-11-27', { purpose: 'statistics', posture: 'exempt' });
  assert.deepEqual([outcome.runs, outcome.ask], [true, 'notice']);
});

test('22: France, an identifier on two sites needs consent', () => {
  assert.equal(standing('fr', '2026-11-27').postures.statistics.posture, 'opt-in');
  assert.equal(seen('fr', '2026-11-27', { purpose: 'statistics' }).runs, false);
});

test('23: France, the no of an account on the phone is one on the television', () => {
  const outcome = seen('fr', '2026-11-27', { said: ['rejected', '2026-11-26'], holder: 'account' });
  assert.deepEqual([outcome.runs, outcome.ask], [false, 'silent']);
  assert.ok(standing('fr', '2026-11-27').duties.has('tell-on-devices'));
});

test('24: Italy, closed in August: silent in November', () => {
  assert.equal(seen('it', '2026-11-27', { said: ['rejected', '2026-08-01'] }).ask, 'silent');
});

test('25: Germany, statistics without an answer: blocked', () => {
  const outcome = seen('de', '2026-11-27', { purpose: 'statistics' });
  assert.deepEqual([outcome.runs, outcome.ask], [false, 'ask']);
});

test('26: Spain, a yes of more than 24 months: ask', () => {
  const outcome = seen('es', '2026-11-27', { said: ['accepted', '2024-11-01'] });
  assert.deepEqual([outcome.runs, outcome.ask], [false, 'ask']);
});

test('27: United Kingdom, statistics: opt-in to 2026-02-04; then exempt with an objection, for who meets the conditions', () => {
  const exempt = (day: string) => standing('gb', day).postures.statistics.allowed.map(({ fact }) => fact.id);
  assert.deepEqual([exempt('2026-02-04'), exempt('2026-02-05')], [[], ['U4']]);
  assert.equal(seen('gb', '2026-02-04', { purpose: 'statistics' }).runs, false);
  const outcome = seen('gb', '2026-02-05', { purpose: 'statistics', posture: 'exempt' });
  assert.deepEqual([outcome.runs, outcome.ask], [true, 'notice']);
});

test('28: United Kingdom, an objection stops it', () => {
  const said = ['rejected', '2026-11-26'] as const;
  assert.equal(seen('gb', '2026-11-27', { purpose: 'statistics', posture: 'exempt', said }).runs, false);
});

test('29: Switzerland, ads, informed and refused: blocked', () => {
  assert.equal(standing('ch', '2026-11-27').postures.ads.posture, 'opt-out');
  assert.equal(seen('ch', '2026-11-27', { said: ['rejected', '2026-11-26'] }).runs, false);
});

test('29: Switzerland, ads: informed first, so that nothing runs before the notice', () => {
  const before = seen('ch', '2026-11-27', { notice: 'due' });
  assert.deepEqual([before.runs, before.ask], [false, 'notice']);
  assert.deepEqual([seen('ch', '2026-11-27', {}).runs, seen('ch', '2026-11-27', {}).ask], [true, 'notice']);
});

test('30: India, in November 2026 the duties are not in force', () => {
  assert.deepEqual([...standing('in', '2026-11-27').duties.keys()], []);
});

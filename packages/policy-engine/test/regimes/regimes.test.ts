/** Facts of law: what holds where and from which day on, by the stricter reading. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Fact, isInForce } from '../../dist/modules/regimes/fact.js';
import { REGIMES, type Regime, REGIONS, regimeOf } from '../../dist/modules/regimes/regimes.js';
import { type Standing, standingOn } from '../../dist/modules/regimes/standing.js';
import { allFacts, comingFacts } from './tables.ts';

function on(region: string, day: string): Standing {
  const regime = regimeOf(region);
  assert.ok(regime, region);
  return standingOn(regime, day);
}
const postures = (region: string, day: string) => {
  const { statistics, appearance, ads } = on(region, day).postures;
  return [statistics, appearance, ads].map(({ posture }) => posture).join(' ');
};
const allowed = (region: string, day: string, purpose: 'statistics' | 'appearance' | 'ads') =>
  on(region, day).postures[purpose].allowed.map(({ posture, fact }) => `${posture} ${fact.id}`);
const signal = (region: string, day: string) => on(region, day).signal?.force ?? null;

const fact = (more: Partial<Fact>): Fact => ({
  id: 'X1',
  text: 'An act',
  section: null,
  says: 'Something.',
  force: 'law',
  from: '2026-02-05',
  status: 'primary',
  ...more,
});
const regime = (facts: readonly Fact[], otherwise: Regime['otherwise'] = 'opt-in'): Regime => ({
  name: 'Somewhere',
  regions: ['xx'],
  facts,
  otherwise,
});

describe('a fact', () => {
  test('is in force from its first day to its last', () => {
    const dated = fact({ until: '2026-12-31' });
    const days = ['2026-02-04', '2026-02-05', '2026-12-31', '2027-01-01'];
    assert.deepEqual(
      days.map((day) => isInForce(dated, day)),
      [false, true, true, false],
    );
  });

  test('of which the year alone is known counts from its first day, and from its last if it loosens', () => {
    const days = ['2022-12-31', '2023-01-01', '2023-12-30', '2023-12-31'];
    const of = (loosens: boolean) => days.map((day) => isInForce(fact({ from: '2023', loosens }), day));
    assert.deepEqual(of(false), [false, true, true, true]);
    assert.deepEqual(of(true), [false, false, false, true]);
  });

  test('without a date counts, unless it loosens or is a proposal', () => {
    const holds = (more: Partial<Fact>) => isInForce(fact({ from: null, ...more }), '2026-11-28');
    assert.deepEqual([holds({}), holds({ loosens: true }), holds({ force: 'proposal' })], [true, false, false]);
  });

  test('has an ID that no other has, a text, a sentence and a date that exists', () => {
    for (const { facts } of REGIMES) {
      for (const one of facts) assert.equal(allFacts.get(one.id), one, `two facts are named ${one.id}`);
    }
    for (const { id, text, says, from } of allFacts.values()) {
      assert.ok(text.length > 2 && says.endsWith('.'), id);
      if (from === null) continue;
      assert.match(from, /^\d{4}(?:-\d\d-\d\d)?$/, id);
      assert.equal(new Date(from).toISOString().slice(0, from.length), from, id);
    }
    assert.ok(allFacts.size > 60, String(allFacts.size));
  });
});

describe('a posture is the stricter one', () => {
  const ads = (posture: 'opt-in' | 'opt-out' | 'exempt', more: Partial<Fact> = {}) =>
    fact({ holds: { postures: { ads: posture } }, ...more });
  const postureOf = (...facts: Fact[]) => standingOn(regime(facts, 'opt-out'), '2026-11-28').postures.ads.posture;

  test('of several', () => {
    assert.equal(postureOf(ads('exempt'), ads('opt-in', { id: 'X2' }), ads('opt-out', { id: 'X3' })), 'opt-in');
  });

  test('where a looser one rests on the account of another, or on nothing that was opened', () => {
    for (const status of ['secondary', 'not-opened'] as const) {
      assert.equal(postureOf(ads('exempt', { status, loosens: true })), 'opt-out');
    }
    assert.equal(postureOf(ads('exempt', { status: 'primary', loosens: true })), 'exempt');
  });

  test('where a looser one depends on conditions that the host has to meet', () => {
    assert.equal(postureOf(fact({ holds: { postures: { ads: 'exempt' }, conditions: 'if it rains' } })), 'opt-out');
  });

  test('before any text is in force: opt-in, as for a region without facts', () => {
    assert.equal(postureOf(ads('exempt', { from: '2027-01-01' })), 'opt-in');
  });

  test('in every place, on every day on which a text begins', () => {
    const days = [...allFacts.values()].flatMap(({ from }) => (from?.length === 10 ? [from] : []));
    for (const one of REGIMES) {
      for (const day of days) {
        for (const { posture, facts } of Object.values(standingOn(one, day).postures)) {
          assert.notEqual(posture, 'exempt', `${one.name} ${day}`);
          assert.ok(
            facts.every(({ status, loosens = false }) => !loosens || status === 'primary'),
            `${one.name} ${day}`,
          );
        }
      }
    }
  });
});

test('an age is the shortest acceptance and the longest wait of the texts in force', () => {
  const facts = [
    fact({ holds: { acceptance: 24, refusal: 6 } }),
    fact({ id: 'X2', holds: { acceptance: 13, refusal: 12 } }),
    fact({ id: 'X3', from: '2027-01-01', holds: { acceptance: 1, refusal: 99 } }),
  ];
  const { acceptance, refusal } = standingOn(regime(facts), '2026-11-28');
  assert.deepEqual([acceptance?.months, refusal?.months], [13, 12]);
  assert.equal(standingOn(regime([]), '2026-11-28').acceptance, null);
});

test('a region is found in any case, and no place has a region of another', () => {
  assert.equal(regimeOf('US-CA')?.name, 'California');
  assert.equal(regimeOf('at')?.name, 'European Union');
  assert.deepEqual([regimeOf('de')?.name, regimeOf('us-de')?.name], ['Germany', 'Delaware']);
  assert.deepEqual([regimeOf('in')?.name, regimeOf('us-in')?.name], ['India', 'Other states with a privacy law']);
  assert.equal(regimeOf('ca'), undefined);
  assert.equal(new Set(REGIONS).size, REGIMES.flatMap(({ regions }) => regions).length);
});

describe('the law as it was read, case by case:', () => {
  test('member states need consent for everything', () => {
    for (const region of ['eu', 'at', 'fr', 'it', 'de', 'es']) {
      assert.equal(postures(region, '2026-11-27'), 'opt-in opt-in opt-in', region);
    }
  });

  test('France allows audience measurement under conditions, and six months of silence after a refusal', () => {
    assert.deepEqual(allowed('fr', '2026-11-27', 'statistics'), ['exempt F5', 'exempt F6']);
    assert.deepEqual(allowed('fr', '2025-07-03', 'statistics'), []);
    const { acceptance, refusal } = on('fr', '2026-11-27');
    assert.deepEqual([acceptance?.months, refusal?.months], [6, 6]);
    assert.equal(on('fr', '2020-09-30').refusal, null);
  });

  test('Italy waits six months, and Spain lets an acceptance last 24', () => {
    assert.deepEqual([on('it', '2026-11-27').refusal?.months, on('it', '2026-11-27').acceptance], [6, null]);
    assert.equal(on('es', '2026-11-27').acceptance?.months, 24);
  });

  test('in the United Kingdom statistics are allowed without consent under conditions since 2026-02-05', () => {
    assert.deepEqual(allowed('gb', '2026-02-04', 'statistics'), []);
    assert.deepEqual(allowed('gb', '2026-02-05', 'statistics'), ['exempt U4']);
    assert.equal(postures('gb', '2026-02-05'), 'opt-in opt-in opt-in');
    assert.equal(on('gb', '2026-11-27').acceptance, null);
  });

  test('in Switzerland it runs until an objection, and sensitive data need consent', () => {
    assert.equal(postures('ch', '2026-11-27'), 'opt-out opt-out opt-out');
    assert.deepEqual(allowed('ch', '2026-11-27', 'ads'), ['opt-in C2', 'opt-in C4']);
    assert.ok(on('ch', '2026-11-27').duties.has('objection'));
  });

  test('California: twelve months of silence, the signal shown since 2026, and nothing new for sites in 2027', () => {
    assert.equal(postures('us-ca', '2026-11-27'), 'opt-out opt-out opt-out');
    assert.equal(on('us-ca', '2026-11-27').refusal?.months, 12);
    assert.deepEqual(
      ['2025-12-31', '2026-01-01'].map((day) => on('us-ca', day).duties.has('show-signal')),
      [false, true],
    );
    const duties = (day: string) => [...on('us-ca', day).duties.keys()];
    assert.deepEqual(duties('2027-01-02'), duties('2026-12-31'));
  });

  test('the signal binds from the day of each state', () => {
    for (const [region, day, before] of [
      ['us-co', '2024-07-01', '2024-06-30'],
      ['us-ct', '2025-01-01', '2024-12-31'],
      ['us-nj', '2025-07-15', '2025-07-14'],
      ['us-mn', '2025-07-31', '2025-07-30'],
      ['us-md', '2025-10-01', '2025-09-30'],
      ['us-or', '2026-01-01', '2025-12-31'],
      ['us-de', '2026-01-01', '2025-12-31'],
      ['us-al', '2027-05-01', '2027-04-30'],
    ] as const) {
      assert.deepEqual([signal(region, before), signal(region, day)], [null, 'binds'], region);
    }
    assert.equal(signal('us-ok', '2027-02-01'), 'none');
    assert.equal(signal('us-va', '2027-02-01'), null);
  });

  test('in Colorado a consent does not outrank the signal by a text that was not read', () => {
    assert.equal(allFacts.get('CO3')?.holds, undefined);
    assert.equal(signal('us-co', '2026-11-27'), 'binds');
  });

  test('Quebec and Brazil need consent; India does from 2027-05-13 on', () => {
    assert.equal(postures('ca-qc', '2026-11-27'), 'opt-in opt-in opt-in');
    assert.equal(postures('br', '2026-11-27'), 'opt-in opt-in opt-in');
    assert.deepEqual([...on('in', '2026-11-27').duties.keys()], []);
    assert.deepEqual([...on('in', '2027-05-13').duties.keys()], ['withdraw-easily', 'inform']);
  });

  test('what begins later is known', () => {
    assert.deepEqual(comingFacts('2026-11-27'), [
      '2027-01-01 K13',
      '2027-01-01 OK',
      '2027-05-01 AL',
      '2027-05-13 N1',
      '2027-05-13 N3',
    ]);
  });
});

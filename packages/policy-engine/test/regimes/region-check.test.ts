/** `checkRegion`: what a configuration lacks in a place. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';
import { REGIONS } from '../../dist/modules/regimes/regimes.js';

async function foundIn(region: string, at: string, options: Partial<PolicyEngineOptions>): Promise<string[]> {
  await using made = await getTestEngine<string>(options);
  const { findings } = made.engine.checkRegion(region, { at });
  return findings
    .filter(({ code }) => code !== 'texts_unread')
    .map(({ severity, code, subject }) => `${severity} ${code}${subject === null ? '' : ` ${subject}`}`);
}
const ruled = (lasts?: { acceptance?: number; refusal?: number }) => ({
  rules: [{ name: 'cookie', sessionless: true, ...(lasts !== undefined && { lasts }) }, { name: 'age' }],
});

test('an acceptance without end or for too long is found, and one that fits is not', async () => {
  const day = '2026-11-27';
  assert.deepEqual(await foundIn('fr', day, ruled()), ['warning acceptance_too_old cookie']);
  assert.deepEqual(await foundIn('fr', day, ruled({ acceptance: 7 })), ['warning acceptance_too_old cookie']);
  assert.deepEqual(await foundIn('fr', day, ruled({ acceptance: 6 })), []);
  assert.deepEqual(await foundIn('es', day, ruled({ acceptance: 24, refusal: 24 })), []);
  assert.deepEqual(await foundIn('de', day, ruled()), []);
});

test('a silence after a refusal that is too short is found', async () => {
  assert.deepEqual(await foundIn('it', '2026-11-27', ruled({ refusal: 5 })), ['warning asked_too_soon cookie']);
  assert.deepEqual(await foundIn('it', '2026-11-27', ruled({ refusal: 6 })), []);
  const inCalifornia = await foundIn('us-ca', '2026-11-27', ruled({ refusal: 6 }));
  assert.ok(inCalifornia.includes('error asked_too_soon cookie'), inCalifornia.join());
});

test('a form to opt out is missing where scripts are declared, and no rule sells data', async () => {
  const scripts = [{ name: 'Ads', rule: 'cookie', script: '', environments: ['test'] }];
  const found = async (rule: object) => {
    const rules = [{ name: 'cookie', sessionless: true, ...rule }];
    return (await foundIn('us-ca', '2026-11-27', { rules, scripts })).filter((one) =>
      /opt_out|return|device/.test(one),
    );
  };
  assert.deepEqual(await found({}), ['error opt_out_form']);
  assert.deepEqual(await found({ sells: true }), []);
});

test('texts that were not read in their own words are named, and no others', async () => {
  await using made = await getTestEngine();
  const unread = made.engine
    .checkRegion('ch', { at: '2026-11-27' })
    .findings.find(({ code }) => code === 'texts_unread');
  assert.deepEqual(
    unread?.texts.map(({ id, status }) => `${id} ${status}`),
    ['C4 secondary'],
  );
});

test('ages follow the place by themselves where the host names the region: nothing is reported, in any region on any day', async () => {
  const rules = [{ name: 'cookie', sessionless: true, lasts: { acceptance: 60, refusal: 1 } }];
  await using plain = await getTestEngine<string>({ rules });
  await using placed = await getTestEngine<string>({ rules, region: () => null });
  const ofAge = (made: typeof plain, region: string, at: string) =>
    made.engine
      .checkRegion(region, { at })
      .findings.filter(({ code }) => code === 'acceptance_too_old' || code === 'asked_too_soon').length;
  const reported = new Set<string>();
  for (const region of REGIONS) {
    for (const at of ['2019-12-31', '2025-01-01', '2026-02-05', '2027-01-01', '2027-05-14', '2028-02-29']) {
      assert.equal(ofAge(placed, region, at), 0, `${region} ${at}`);
      if (ofAge(plain, region, at) > 0) reported.add(region);
    }
  }
  assert.deepEqual([...reported].toSorted(), ['es', 'fr', 'it', 'us-ca']);
});

test('what is no region or no day is refused with what to write', async () => {
  await using made = await getTestEngine();
  const refused = (region: unknown, at?: unknown) => {
    try {
      made.engine.checkRegion(region as string, at === undefined ? {} : { at: at as string });
    } catch (error) {
      assert.equal((error as { code: string }).code, 'invalid_input');
      return (error as Error).message;
    }
    return 'nothing';
  };
  for (const region of ['', 'xx', 'california', 'ca', '__proto__', 'constructor']) {
    assert.match(refused(region), /is not known; the regions are .*us-ca/, region);
  }
  for (const region of [undefined, null, 5, {}]) assert.match(refused(region), /write a region such as "fr"/);
  for (const at of ['tomorrow', '2027-13-01', '2026-02-29', '2027-01-01T00:00:00Z', 20270101]) {
    assert.match(refused('fr', at), /write a day as in "2027-01-01"/, String(at));
  }
});

/** Rates in the figures: policies that people are free to reject are separate from required ones. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';

test('free choices and required policies have separate acceptance rates', async () => {
  await using made = await getTestEngine();
  for (const rule of ['cookie', 'age'] as const) {
    await made.engine.terms.publish((await made.engine.terms.create(rule, { markdown: `# ${rule}` })).id);
  }
  const decide = async (user: string, rule: string, verb: 'accept' | 'reject') => {
    const { status } = await made.as(user).json('PUT', `/policies/user_terms/${rule}/${verb}.json`);
    assert.equal(status, 200);
  };
  const page = async (query = '') => {
    const response = await made
      .as('admin')
      .fetch(`/policies/consent/figures${query}`, { headers: { accept: 'text/html' } });
    return (await response.text()).replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  };
  await decide('anna', 'cookie', 'reject');
  await decide('ben', 'cookie', 'accept');
  await decide('carla', 'cookie', 'reject');
  await decide('dora', 'cookie', 'reject');
  assert.match(await page(), /Acceptance rate 25%/);

  await decide('anna', 'age', 'accept');
  await decide('ben', 'age', 'accept');
  const both = await page();
  assert.match(both, /free choices 25% .*required policies 100%/);
  // One version of each policy: a table of versions would repeat that of the policies.
  assert.doesNotMatch(both, /By version/);
  assert.match(await page('?rule=cookie'), /Acceptance rate 25%.*By version/);
});

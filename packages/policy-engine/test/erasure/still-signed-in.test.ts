/** A session of the host that has outlived its person: what they see of their erasure. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, loneShop, MINE } from './asking.ts';
import { DAY } from './shop.ts';

test('who is still signed in after their erasure sees what happened, with the receipt, until the last search', async () => {
  await using alone = await loneShop({ erasure: { graceDays: 0, searchAgainDays: [1] } });
  const { shop } = alone;
  const pageOf = async (user: string, path = '/privacy') => {
    const response = await shop.test.as(user).fetch(`/policies${path}`, { headers: { accept: 'text/html' } });
    return response.text();
  };
  assert.doesNotMatch(await pageOf('anna'), /Your account has been deleted/);
  const { body } = await shop.ask('anna', 'POST', `${MINE}.json`, {});
  await shop.ask('admin', 'POST', `${ALL}/${body.id}/confirm.json`);
  await shop.work();
  const page = await pageOf('anna');
  const [, part = ''] = page.split('<section class="pe-stack pe-part" id="erased"');
  const [erased = ''] = part.split('<section class="pe-stack pe-part"');
  assert.match(erased, /Your account has been deleted[^]*You are still signed in[^]*Receipt[^]*Visits/);
  assert.match(erased, /<h3 id="receipt">Receipt<\/h3>/);
  assert.match(erased, /Tax law: ten years/);
  // Before everything else, and without a way to ask again.
  assert.ok(page.indexOf('id="erased"') < page.indexOf('id="asked"'));
  assert.doesNotMatch(page, /id="erasure"|See what is deleted and request it/);
  assert.match(await pageOf('anna', MINE), /id="receipt">Receipt/);
  assert.doesNotMatch(await pageOf('anna', MINE), /Request deletion/);
  const { body: list } = await shop.ask('anna', 'GET', `${MINE}.json`);
  assert.deepEqual(
    list.erasure_requests.map(({ id, state }) => [id, state]),
    [[body.id, 'completed']],
  );
  assert.doesNotMatch(await pageOf('otto'), /id="erased"/);
  shop.pass(2 * DAY);
  await shop.work();
  assert.doesNotMatch(await pageOf('anna'), /id="erased"/);
});

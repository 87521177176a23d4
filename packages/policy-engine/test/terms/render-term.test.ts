/** The text of a rule anywhere in the host's own pages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PolicyEngineError } from 'policy-engine';
import { getTestEngine } from 'policy-engine/testing';

test('a policy is rendered as safe HTML for any page, and a missing one is reported', async () => {
  await using shop = await getTestEngine();
  const body = { description: '# Cookies\n\n<script>x</script> Two.', state: 'published' };
  await shop.as('admin').json('POST', '/policies/categories/cookie/terms.json', body);
  assert.equal(
    await shop.engine.renderTerm('cookie'),
    '<h2>Cookies</h2>\n<p>&lt;script&gt;x&lt;/script&gt; Two.</p>\n',
  );
  await assert.rejects(shop.engine.renderTerm('age'), (error: unknown) => {
    assert.ok(error instanceof PolicyEngineError);
    assert.deepEqual([error.status, error.code, error.reason], [404, 'missing_term', 'no term for age policy']);
    return true;
  });
  // @ts-expect-error there is no such rule
  await assert.rejects(shop.engine.renderTerm('unheard_of'), {
    code: 'not_found',
    reason: 'there is no rule "unheard_of" (known: cookie, age, privacy_terms)',
  });
});

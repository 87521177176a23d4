/** Sample texts: in each language, readable, and never in force unnoticed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { structureFault } from '../../dist/modules/terms/markdown/markdown.js';
import { isMarkedSample, SAMPLE_KINDS, sampleOf } from '../../dist/modules/terms/samples/index.js';
import { TRANSLATED } from '../../dist/platform/i18n/texts/catalogue.js';

test('each sample exists in each language of the panel, marked, with as many parts as in English', () => {
  const parts = (markdown: string) => markdown.match(/^#+ |^\|/gm);
  for (const kind of SAMPLE_KINDS) {
    for (const locale of ['en', 'fr-CA', ...TRANSLATED]) {
      const sample = sampleOf(kind, locale) ?? '';
      assert.equal(isMarkedSample(sample), true, `${kind} ${locale}`);
      assert.equal(isMarkedSample(sample.slice(sample.indexOf('#'))), false);
      assert.equal(structureFault(sample), null);
      assert.deepEqual(parts(sample), parts(sampleOf(kind, 'en') ?? ''));
    }
  }
  assert.equal(sampleOf('cookie', 'ja'), null);
});

test('a form can start from a sample, publishing it shows a warning, and the check finds one in force', async () => {
  await using made = await getTestEngine<string>({ rules: [{ name: 'cookie', sessionless: true }] });
  const admin = made.as('admin');
  const page = async (path: string) => (await admin.fetch(`/policies/categories/cookie/terms/${path}`)).text();
  assert.match(await page('new'), /href="[^"]*\/terms\/new\?sample=privacy"/);
  assert.match(await page('new?sample=privacy'), /<textarea[^>]*>&gt; \*\*SAMPLE: a lawyer has to read/);
  assert.equal((await admin.fetch('/policies/categories/cookie/terms/new?sample=other')).status, 422);
  const found = async () => (await made.engine.check()).filter(({ code }) => code === 'sample_text');
  const { id } = await made.engine.terms.create('cookie', {
    markdown: 'Own.',
    translations: { fr: sampleOf('cookie', 'fr') ?? '' },
  });
  assert.match(await page(`${id}/publish`), /This text still contains the sample notice/);
  assert.deepEqual(await found(), []);
  await made.engine.terms.publish(id);
  const [finding, ...others] = await found();
  assert.deepEqual([finding?.subject, finding?.severity, others], ['cookie', 'error', []]);
});

/** S2: tags that the engine cannot block are refused in the configuration, and the error names the tag and the attribute. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { ScriptOptions } from 'policy-engine';
import { getTestEngine, TEST_ORIGIN } from 'policy-engine/testing';
import { TAG_FORMS } from './tag-forms.ts';

const url = (ending: string) => `https://partner.example/x.${ending}`;
const scriptOf = (script: ScriptOptions['script']) => ({ name: 'form', script, environments: ['test'] });
const open = (script: ScriptOptions['script']) => getTestEngine({ scripts: [scriptOf(script)] });

suite('in the configuration', () => {
  for (const [name, html, outcome] of TAG_FORMS) {
    test(`the script configuration ${outcome instanceof RegExp ? 'refuses' : 'accepts'} the tag form ${name}`, async () => {
      for (const script of [html(url), () => html(url)]) {
        if (!(outcome instanceof RegExp)) {
          await using made = await open(script);
          assert.ok(made.engine);
          continue;
        }
        await assert.rejects(open(script), (error: Error & { code?: string }) => {
          assert.equal(error.code, 'configuration_invalid');
          assert.match(error.message, /scripts\[0\]\.script/);
          assert.match(error.message, outcome);
          return true;
        });
      }
    });
  }
});

const anybody = () => new Request(`${TEST_ORIGIN}/`);

test('HTML that a function returns later and that cannot be blocked is not rendered as blocked', async () => {
  let html = '<script src="/a.js"></script>';
  await using made = await open(() => html);
  html = '<meta http-equiv="refresh" content="0;url=https://partner.example/">';
  const context = made.engine.consentContext(anybody());
  await assert.rejects(context.renderScripts({ mode: 'blocked' }), /<meta http-equiv>/);
});

test('the page contains every blocked tag once, whichever of tags and banner is rendered first', async () => {
  await using made = await open('<script src="https://partner.example/once.js"></script>');
  const text = { description: 'Cookies', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
  const blocked = (context: ReturnType<typeof made.engine.consentContext>) =>
    context.renderScripts({ mode: 'blocked' });
  const count = (parts: readonly string[]) => parts.join('').match(/once\.js/g)?.length ?? 0;
  for (const cookie of ['', 'policy_rule_cookie=accepted', 'policy_rule_cookie=rejected']) {
    const context = () => made.engine.consentContext(new Request(`${TEST_ORIGIN}/`, { headers: { cookie } }));
    const first = context();
    assert.equal(count([await blocked(first), await first.renderBanner()]), 1, `scripts first: ${cookie}`);
    const second = context();
    assert.equal(count([await second.renderBanner(), await blocked(second)]), 1, `banner first: ${cookie}`);
    const both = context();
    assert.equal(count(await Promise.all([both.renderBanner(), blocked(both)])), 1, `at once: ${cookie}`);
    const usual = context();
    assert.equal(count([await usual.renderScripts(), await usual.renderBanner()]), 1, `consented: ${cookie}`);
  }
});

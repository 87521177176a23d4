/** The compressed size of the components on top of the client; an app pays only for what it uses. */
import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { bundleOf } from './frameworks.ts';

const FRAMEWORKS = {
  react: {
    all: [
      'ConsentBanner',
      'ConsentEmbed',
      'ConsentGate',
      'ConsentProvider',
      'ConsentScript',
      'useConsent',
      'useConsentOf',
    ],
    hook: 'useConsentOf',
    external: ['react'],
  },
  vue: {
    all: [
      'ConsentBanner',
      'ConsentEmbed',
      'ConsentGate',
      'ConsentScript',
      'createConsent',
      'useConsent',
      'useConsentOf',
    ],
    hook: 'useConsentOf',
    external: ['vue'],
  },
  svelte: {
    all: ['consentBanner', 'consentOf', 'consentScript', 'createConsentEmbed', 'getConsent', 'setConsent'],
    hook: 'consentOf',
    external: ['svelte', 'svelte/*'],
  },
} as const;

/** A page's script that uses these names of an entry point. */
async function scriptWith(names: readonly string[], from: string, external: readonly string[] = []): Promise<string> {
  const contents = `import { ${names.join(', ')} } from '${from}';\nglobalThis.used = [${names.join(', ')}];`;
  return bundleOf(
    { stdin: { contents, resolveDir: path.join(import.meta.dirname, 'apps') }, external: [...external], minify: true },
    'production',
  );
}

const compressed = (text: string) => gzipSync(text, { level: 9 }).length;

for (const [name, { all, hook, external }] of Object.entries(FRAMEWORKS)) {
  test(`all of ${name} is less than 2 kB on top of the client`, async () => {
    const specifier = `policy-engine/${name}`;
    const exported = Object.keys((await import(specifier)) as object).toSorted();
    assert.deepEqual(exported, [...all].toSorted());
    const client = compressed(await scriptWith(['defineElements', 'policyConsent'], 'policy-engine/client'));
    const whole = compressed(await scriptWith(all, specifier, external));
    assert.ok(client > 4000, `${client} bytes`);
    assert.ok(whole - client < 2000, `${name}: ${whole - client} bytes on top of ${client}`);
  });

  test(`one import of ${name} brings neither elements nor other components`, async () => {
    const state = await scriptWith(['policyConsent'], 'policy-engine/client');
    const one = await scriptWith([hook], `policy-engine/${name}`, external);
    const whole = await scriptWith(all, `policy-engine/${name}`, external);
    // Markers of the elements, and of the scripts.
    for (const word of ['connectedCallback', 'referrerPolicy']) {
      assert.deepEqual([whole.includes(word), one.includes(word)], [true, false], word);
    }
    assert.ok(compressed(one) - compressed(state) < 1000, `${compressed(one) - compressed(state)} bytes`);
  });
}

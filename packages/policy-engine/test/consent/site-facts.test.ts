/** What the banner's script knows in pages that are the same for everybody. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SiteFacts } from '../../dist/modules/consent/banner/site-facts.js';
import { withFacts } from '../../dist/platform/web/assets.js';

interface Served {
  readonly status: number;
  /** What follows the last semicolon. */
  readonly end: string;
  readonly etag: string;
  readonly cache: string;
}

const NO_SCRIPTS = { gatesByType: () => ({}), signals: [] };
const CONSENTS = [{ name: 'analytics' }, { name: 'media' }] as never;

describe('the facts of a site', () => {
  test('are in the script under its plain name, whose tag follows them, and not in the one under a name with a hash', async () => {
    const child = new URL('processes/served-facts.ts', import.meta.url);
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(child)]);
    const { plain, again, drawn } = JSON.parse(stdout) as Record<'plain' | 'again' | 'drawn', Served>;
    assert.deepEqual(JSON.parse(plain.end), {
      texts: { analytics: 2 },
      unproved: 'count',
      types: { ad_storage: [], ad_user_data: [], ad_personalization: [], analytics_storage: ['analytics:Acme%20Ltd'] },
      signals: ['google'],
    });
    assert.equal(plain.cache, 'public, max-age=600, must-revalidate');
    assert.equal(again.status, 304);
    assert.deepEqual([drawn.status, drawn.end], [200, 'null']);
    assert.equal(drawn.cache, 'public, max-age=31536000, immutable');
    assert.notEqual(drawn.etag, plain.etag);
  });

  test('are read again after some seconds, once for all requests', async () => {
    let [now, reads, version] = [0, 0, 1];
    const texts = async () => {
      reads += 1;
      return new Map([['analytics', { askedSince: version }]]);
    };
    const facts = new SiteFacts({
      consents: CONSENTS,
      texts,
      scripts: NO_SCRIPTS,
      unproved: 'count',
      clock: () => now,
    });
    await Promise.all([facts.current(), facts.current()]);
    assert.equal(reads, 1);
    version = 2;
    now = 4000;
    assert.deepEqual((await facts.current()).texts, { analytics: 1 });
    now = 6000;
    assert.deepEqual((await facts.current()).texts, { analytics: 2 });
    assert.equal(reads, 2);
  });

  test('have the last known texts, or none, while the database does not answer', async () => {
    let answer: () => Promise<ReadonlyMap<string, { askedSince: number }>> = () => new Promise(() => {});
    let now = 0;
    const sources = { consents: CONSENTS, scripts: NO_SCRIPTS, unproved: 'ignore', clock: () => now } as const;
    const facts = new SiteFacts({ ...sources, texts: () => answer() });
    const before = performance.now();
    assert.equal((await facts.current()).texts, null);
    assert.ok(performance.now() - before < 5000);
    const others = new SiteFacts({ ...sources, texts: () => answer() });
    answer = async () => new Map([['media', { askedSince: 3 }]]);
    assert.deepEqual((await others.current()).texts, { media: 3 });
    now = 10_000;
    answer = () => Promise.reject(new Error('down'));
    assert.deepEqual((await others.current()).texts, { media: 3 });
  });
});

describe('the script of the banner', () => {
  const SCRIPT = 'const a=SITE_FACTS,b=[SITE_FACTS],d=SITE_FACTSX;';

  test('gets the facts in place of a text, and null under its name with a hash', () => {
    const facts = { texts: { analytics: 3, $1: 1 } };
    const json = '{"texts":{"analytics":3,"$1":1}}';
    assert.equal(withFacts(SCRIPT, facts), `const a=${json},b=[${json}],d=SITE_FACTSX;`);
    assert.equal(withFacts(SCRIPT, null), 'const a=null,b=[null],d=SITE_FACTSX;');
    assert.equal(withFacts('const a=1;', facts), 'const a=1;');
  });
});

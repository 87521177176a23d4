/** Pages with and without a fault, judged as `/explain` judges them: every fault is found, and nothing else. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { objectionsIn } from '../../dist/headers/caching.js';
import { headerOutcomes, isPassed } from '../../dist/headers/page.js';
import { readDocument } from '../../dist/judgements/evidence/document.js';
import type { JudgedWith, Opened } from '../../dist/judgements/gather.js';
import { judgeRendered } from '../../dist/judgements/gather.js';
import { JUDGEMENT_NAMES } from '../../dist/judgements/judgements.js';
import { missingAddress } from '../../dist/judgements/evidence/missing-address.js';
import { FAULTLESS } from './faultless-pages.ts';
import { FAULTY } from './faulty-pages.ts';
import type { Answer, Sample } from './sample.ts';
import { ADDRESS, document, HONEST, NAVIGATION, product } from './sample.ts';

/** @param asked gets the address of every further page */
async function judge(sample: Sample, asked: string[] = []): Promise<JudgedWith> {
  const { html, url = ADDRESS, status = 200, sent = {}, metas = [], others = {}, settled = [] } = sample;
  const { missing = HONEST, ignored = [] } = sample;
  const page = {
    url,
    addresses: [url],
    status,
    html,
    people: {
      text: sample.people ?? readDocument(html).text,
      unseen: 0,
      drawn: '',
      isWhole: true,
      frame: sample.frame ?? 0,
      canvas: sample.canvas ?? 0,
    },
    headers: headerOutcomes(sent, metas, [], url, status).filter(({ reason }) => isPassed(reason)),
    varying: objectionsIn(sent).flatMap((one) => {
      const name = one.startsWith('vary: ') ? one.slice(6) : undefined;
      return name === undefined || settled.includes(name) ? [] : [name];
    }),
  };
  const answerOf = ({ pathname, hash, href }: URL): Answer | undefined => {
    if (!href.includes('page-renderer-missing-')) return others[href];
    if (typeof missing !== 'string') return missing;
    return { status: 200, html: document('Shop', `${NAVIGATION}<p>${missing} ${pathname}${hash} today</p>`) };
  };
  const open = async (to: URL): Promise<Opened> => {
    asked.push(to.href);
    const answer = answerOf(to);
    if (!answer) throw new Error('The URL matches restrictedUrlPattern of the configuration');
    const { status: own = 200, html: body, shown = to.href, link = '' } = answer;
    return { shown, status: own, html: body, link };
  };
  return judgeRendered(page, new Set(ignored), { open });
}

function foundIn({ judged }: JudgedWith): string[] {
  return judged.flatMap(({ judgement, result }) => {
    return typeof result === 'object' && result.outcome === 'found' ? [judgement.name] : [];
  });
}

for (const [name, samples] of [
  ['with a fault', FAULTY],
  ['without a fault', FAULTLESS],
] as const) {
  describe(`a page ${name}:`, () => {
    for (const sample of samples) {
      test(sample.name, async () => {
        assert.deepEqual(foundIn(await judge(sample)).toSorted(), [...sample.faults].toSorted());
      });
    }

    test('there are at least sixty, each with a name of its own', () => {
      assert.ok(samples.length >= 60, String(samples.length));
      assert.equal(new Set(samples.map((sample) => sample.name)).size, samples.length);
      assert.ok(samples.every(({ faults }) => faults.length > 0 === (name === 'with a fault')));
    });
  });
}

test('every judgement has found something, and can be switched off', async () => {
  assert.deepEqual(
    JUDGEMENT_NAMES.filter((name) => !FAULTY.some(({ faults }) => faults.includes(name))),
    [],
  );
  for (const sample of FAULTY) {
    const judged = await judge({ ...sample, ignored: sample.faults });
    assert.deepEqual(foundIn(judged), [], sample.name);
    const off = judged.judged.filter(({ result }) => result === 'off').map(({ judgement }) => judgement.name);
    assert.deepEqual(off.toSorted(), [...sample.faults].toSorted());
  }
});

describe('further pages', () => {
  const languages = Array.from({ length: 9 }, (_, index) => `https://shop.example/${index}/lamps/8`);
  const links = languages.map((url, index) => `<link rel="alternate" hreflang="l${index}" href="${url}">`).join('');
  const sample: Sample = { name: '', faults: [], html: product(links) };

  test('are one that cannot exist, and at most five in other languages', async () => {
    const asked: string[] = [];
    const { further } = await judge(sample, asked);
    assert.equal(asked.length, 6);
    assert.deepEqual(asked.filter((url) => !url.includes('-missing-')).toSorted(), languages.slice(0, 5));
    assert.deepEqual(
      further.map(({ purpose, status, reason }) => [purpose, status, reason !== null]),
      [['missing', 404, false], ...languages.slice(0, 5).map(() => ['alternate', null, true])],
    );
  });

  test('are not rendered if no judgement needs them', async () => {
    for (const [ignored, status, count] of [
      [['hreflang-no-return'], 200, 1],
      [['soft-404'], 200, 6],
      [['soft-404', 'missing-not-404'], 200, 5],
      [['soft-404', 'missing-not-404', 'hreflang-no-return'], 200, 0],
      [[], 404, 0],
    ] as const) {
      const asked: string[] = [];
      await judge({ ...sample, ignored, status }, asked);
      assert.equal(asked.length, count, ignored.join());
    }
  });

  test('that may not be rendered leave a reason, and no fault', async () => {
    const { judged } = await judge({ ...sample, others: {}, missing: undefined as never });
    const hreflang = judged.find(({ judgement }) => judgement.name === 'hreflang-no-return')?.result;
    assert.deepEqual(hreflang, {
      outcome: 'not-judged',
      sentence:
        'No page in another language could be rendered: The URL matches restrictedUrlPattern of the configuration',
    });
  });
});

test('an address that cannot exist is beside the page, and keeps the form of its address', () => {
  for (const [url, expected] of [
    ['https://a.test/', /^https:\/\/a\.test\/page-renderer-missing-[0-9a-f]{32}$/],
    ['https://a.test/b/c?d=1#e', /^https:\/\/a\.test\/b\/page-renderer-missing-[0-9a-f]{32}$/],
    ['https://a.test/b/c/', /^https:\/\/a\.test\/b\/page-renderer-missing-[0-9a-f]{32}\/$/],
    ['https://a.test/b/c.html', /^https:\/\/a\.test\/b\/page-renderer-missing-[0-9a-f]{32}\.html$/],
    ['https://a.test/b?c=1#!/d/e', /^https:\/\/a\.test\/b\?c=1#!\/page-renderer-missing-[0-9a-f]{32}$/],
  ] as const) {
    assert.match(missingAddress(new URL(url)).href, expected);
  }
  assert.notEqual(missingAddress(new URL(ADDRESS)).href, missingAddress(new URL(ADDRESS)).href);
});

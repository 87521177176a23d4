/** Questions that people asked in the issue trackers of similar tools: a stranger finds the page with the answer. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, test } from 'node:test';
import { builtPages } from './built.ts';
import { siteSearch } from './search.ts';

interface Question {
  /** In our own words. */
  readonly question: string;
  /** The public thread that it is taken from. */
  readonly thread: string;
  /** The pages that answer it, such as `policy-engine/regions`. */
  readonly pages: readonly string[];
}

const questions = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '..', 'questions.json'), 'utf8'),
) as readonly Question[];
const pages = new Map(builtPages().map((page) => [page.address, page]));
const search = await siteSearch();

/** Clicks from the start page to each page. */
function clicks(): ReadonlyMap<string, number> {
  const distances = new Map([['/', 0]]);
  for (const [address, distance] of distances) {
    for (const href of pages.get(address)?.hrefs ?? []) {
      const { host, pathname } = new URL(href, `http://site${address}`);
      if (host === 'site' && pages.has(pathname) && !distances.has(pathname)) distances.set(pathname, distance + 1);
    }
  }
  return distances;
}

test('there are at least 40 questions, each from a public thread of its own', () => {
  assert.ok(questions.length >= 40, String(questions.length));
  const threads = new Set(questions.map(({ thread }) => thread));
  assert.equal(threads.size, questions.length);
  for (const thread of threads) assert.match(thread, /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+\/(?:issues|pull)\/\d+$/);
});

test('the search finds nothing for words that no page has', () => {
  assert.deepEqual(search('zyxwvut qqqqqq'), []);
});

describe('one of the first three results of the search, and at most two clicks, lead to the answer:', () => {
  const distances = clicks();
  for (const { question, pages: answers } of questions) {
    test(question, () => {
      for (const answer of answers) {
        assert.ok(pages.has(`/${answer}`), `no page /${answer}`);
        assert.ok((distances.get(`/${answer}`) ?? 99) <= 2, `${answer}: ${distances.get(`/${answer}`)} clicks`);
      }
      const found = search(question)
        .slice(0, 3)
        .map(({ id }) => id);
      assert.ok(
        found.some((id) => answers.includes(id.slice(1).split('#')[0] ?? '')),
        found.join(' '),
      );
    });
  }
});

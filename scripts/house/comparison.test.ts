/** Pages that compare us with others: their numbers are those of our benchmarks, and each statement has an address and a day. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { ROOT } from './sources.ts';

const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const PAGES = [
  { page: 'packages/policy-engine/docs/comparison.md', results: 'benchmarks/consent-client/README.md', least: 16 },
  { page: 'packages/page-renderer/docs/comparison.md', results: 'benchmarks/renderer/README.md', least: 28 },
] as const;

for (const { page, results, least } of PAGES) {
  const text = read(page);
  const rows = text.split('\n').filter((line) => line.startsWith('|') && !line.startsWith('| -'));

  test(`${page}: each measured number is in ${results}, with its command and its day`, () => {
    const measured = read(results);
    const [, command = '', day = ''] = /`(npm run benchmark:[\w-]+)`, (\d+ \w+ \d{4})/.exec(text) ?? [];
    assert.ok(measured.includes(command) && measured.includes(day) && day !== '', `${command}, ${day}`);
    const numbers = rows
      .filter((row) => !row.includes('http'))
      .flatMap((row) => row.match(/(?<![\w.])\d[\d.]*(?: ms| \(\d\)|(?= \|))/g) ?? []);
    assert.ok(numbers.length >= least, String(numbers.length));
    for (const number of numbers)
      assert.ok(new RegExp(`(?<![\\d.])${number.replaceAll(/[.()]/g, '\\$&')}`).test(measured), number);
  });

  test(`${page}: each statement about another project has the address of its own words, and the day`, () => {
    const quoted = rows.filter((row) => / (?:wrote|answered|advised) in /.test(row));
    assert.ok(quoted.length >= 3);
    for (const row of quoted)
      assert.match(row, /\| \[\d+ \w+ 20\d\d\]\(https:\/\/github\.com\/[^)]+\/issues\/\d+\) +\|$/);
  });
}

/** The notation of texts: placeholders, plurals and braces. */
import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { fill } from '../../dist/platform/i18n/message.js';
import { createLanguages } from '../../dist/platform/i18n/language.js';

suite('the notation of texts', () => {
  const days = '{count, plural, one {# dzień} few {# dni} many {# dni} other {# dnia}} z {month}';

  test('a plural has the form that the language has for the number', () => {
    const of = (count: number) => fill(days, { count, month: 'maja' }, 'pl');
    assert.deepEqual([1, 2, 5, 22, 1.5].map(of), [
      '1 dzień z maja',
      '2 dni z maja',
      '5 dni z maja',
      '22 dni z maja',
      '1,5 dnia z maja',
    ]);
  });
  test('a plural that lacks the form for a number has the form “other”, or stays as it is', () => {
    assert.equal(fill('{count, plural, one {# day} other {# days}}', { count: 5 }, 'pl'), '5 days');
    assert.equal(fill('{count, plural, one {# day}}', { count: 5 }, 'pl'), '{count, plural, one {# day}}');
  });
  test('the number of a plural is written as in the region of the reader', () => {
    const choose = createLanguages({ en: { 'app.name': '{count, plural, one {# day} other {# days}}' } });
    const of = (tags: readonly string[]) => choose(tags).text('app.name', { count: 12_345 });
    assert.deepEqual([of(['en']), of(['en', 'de-DE']), of(['en-IN'])], ['12,345 days', '12.345 days', '12,345 days']);
  });
  test('a text may have several plurals, and forms with placeholders', () => {
    const text =
      '{files, plural, one {# file of {name}} other {# files of {name}}}, {rows, plural, one {# row} other {# rows}}';
    assert.equal(fill(text, { files: 1, rows: 2, name: '{rows}' }, 'en'), '1 file of {rows}, 2 rows');
  });
  test('a plural whose parameter is missing or is not a number stays as it is', () => {
    for (const params of [{}, { count: '2' }] as const)
      assert.equal(fill(days, { ...params, month: 'x' }, 'pl'), days.replace('{month}', 'x'));
  });
  test('a quoted brace is shown, and other apostrophes stay', () => {
    assert.equal(
      fill("mail: '{' transport '}', can't, '{name}'", { name: 'Anna' }, 'en'),
      "mail: { transport }, can't, 'Anna'",
    );
  });
});

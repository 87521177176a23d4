/** The formatted editor keeps a policy text as it is, and never writes another one than it shows. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { Fragment, Slice } from 'prosemirror-model';
import { rounds } from '../../../../../testing/rounds.ts';
import { UnheldError } from '../../../dist/client/editor/read.js';
import { schema } from '../../../dist/client/editor/schema.js';
import { type HeldText, isHeld, openText, writeText } from '../../../dist/client/editor/text.js';
import { TRANSLATED } from '../../../dist/platform/i18n/texts/catalogue.js';
import { markdownToHtml } from '../../../dist/modules/terms/markdown/markdown.js';
import { canonicalText } from '../../../dist/modules/terms/markdown/text.js';
import { SAMPLE_KINDS, sampleOf } from '../../../dist/modules/terms/samples/index.js';
import { hostileTexts } from '../../terms/hostile-texts.ts';
import { texts } from './texts.ts';

const ROOT = path.join(import.meta.dirname, '../../../../..');

/** A text in the editor, or why it stays in the text field. */
function opened(markdown: string): HeldText | string {
  try {
    return openText(markdown);
  } catch (error) {
    assert.ok(error instanceof UnheldError, String(error));
    return error.reason;
  }
}

/** Blocks of a text, each with its runs of words that look the same: the order in which marks are nested is not seen. */
function read(markdown: string): unknown[] {
  const marks: string[] = [];
  const runs: [text: string, marks: string][] = [];
  const add = (text: string, on: string): void => {
    const last = runs.at(-1);
    if (last?.[1] === on) last[0] += text;
    else runs.push([text, on]);
  };
  const isMark = (name: string): boolean => ['a', 'em', 'strong', 'del', 'code'].includes(name);
  const parser = new Parser({
    onopentag: (name, { href = '', ...attributes }) => {
      if (isMark(name)) marks.push(`${name} ${href}`);
      else add(`<${name} ${JSON.stringify(attributes)}>`, 'block');
    },
    // White space shows no marks.
    ontext: (text) => {
      for (const word of text.split(/(\s+)/)) {
        if (word.trim() === '') add(word === '' ? '' : ' ', runs.at(-1)?.[1] ?? '');
        else add(word, [...new Set(marks)].toSorted().join());
      }
    },
    onclosetag: (name) => {
      if (isMark(name)) marks.pop();
      else add(`</${name}>`, 'block');
    },
  });
  parser.end(markdownToHtml(markdown));
  return runs.map(([text, on]) => [text.replaceAll(/\s+/g, ' ').trim(), on]).filter(([text]) => text !== '');
}

test('text → editor → text is the same, and what the editor writes anew says the same to the reader', () => {
  let held = 0;
  let all = 0;
  const check = (written: string): void => {
    const markdown = canonicalText(written);
    const text = opened(markdown);
    all += 1;
    if (typeof text === 'string') return;
    held += 1;
    assert.equal(canonicalText(writeText(text.doc, text.blocks)), markdown);
    assert.deepEqual(read(writeText(text.doc, [])), read(markdown));
  };
  fc.assert(fc.property(texts, check), { numRuns: rounds(200, 2000) });
  // A test in which the editor held little would say little.
  assert.ok(held > all * 0.95, `${held} of ${all}`);
});

test('one changed block leaves the bytes of all others, and a change that Markdown cannot write is found', () => {
  const { doc, blocks } = openText('Title\n===\n\n* one\n* two\n\nnow(soon)then\n');
  const [title, , last] = doc.children;
  const kept = doc.replace(
    0,
    title?.nodeSize ?? 0,
    new Slice(Fragment.from(schema.node('heading', { level: 2 }, schema.text('New'))), 0, 0),
  );
  assert.equal(writeText(kept, blocks), '## New\n\n* one\n* two\n\nnow(soon)then\n');
  assert.ok(isHeld(kept, writeText(kept, blocks)));
  const text = last?.textContent ?? '';
  const words = [
    schema.text(text.slice(0, 3)),
    schema.text(text.slice(3, 9), [schema.mark('strong')]),
    schema.text(text.slice(9)),
  ];
  const bold = schema.node('doc', null, [schema.node('paragraph', null, words)]);
  assert.equal(isHeld(bold, writeText(bold, [])), false);
  // A space that somebody just typed is not shown, and no other text.
  const typed = schema.node('doc', null, [schema.node('paragraph', null, [schema.text('We ')])]);
  assert.ok(isHeld(typed, writeText(typed, [])));
});

test('the editor holds all sample texts', () => {
  const samples = TRANSLATED.flatMap((locale) => SAMPLE_KINDS.map((kind) => sampleOf(kind, locale) ?? ''));
  const files = globSync('demo/texts/**/*.md', { cwd: ROOT }).map((file) =>
    readFileSync(path.join(ROOT, file), 'utf8'),
  );
  assert.ok(files.length > 5);
  for (const markdown of [...samples, ...files].map(canonicalText)) {
    const text = openText(markdown);
    assert.equal(writeText(text.doc, text.blocks), markdown);
    assert.deepEqual(read(writeText(text.doc, [])), read(markdown));
  }
});

test('hostile texts come back as they are, or stay in the text field', () => {
  for (const [attack, written] of hostileTexts) {
    const markdown = canonicalText(written);
    const text = opened(markdown);
    if (typeof text !== 'string') assert.equal(canonicalText(writeText(text.doc, text.blocks)), markdown, attack);
  }
});

test('what the editor cannot hold has a reason', () => {
  assert.equal(opened('[us][1]\n\n[1]: https://a.example\n'), 'reference');
  assert.equal(opened('&copy; 2026\n'), 'entity');
  assert.equal(opened('one\\\ntwo\n===\n'), 'break');
});

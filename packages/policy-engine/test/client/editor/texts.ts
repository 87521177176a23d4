/** Policy texts as people and other programs write them in Markdown: many styles, nested, with characters that mean something. */
import fc from 'fast-check';

const words = fc.constantFrom(
  ...'we store your data for 30 days a.b@c.example 5*3 snake_case __init__ #tag 1. 2) + - = > | ~ ! [x] (y) \\ ` < & C: www.example.org https://a.example/x_y_z café العربية 3<4 it’s "so" * _ ** ~~ a|b é ::: --- === ![ ]( <b>bold</b> </p> AT&T 50% §12 \u{1F6E1}'.split(
    ' ',
  ),
);
const plain = fc.array(words, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const quiet = fc.constantFrom('we store', 'your data', 'thirty days', 'café', 'العربية', 'so');

const marked = fc.oneof(
  quiet.map((text) => `**${text}**`),
  quiet.map((text) => `__${text}__`),
  quiet.map((text) => `*${text}*`),
  quiet.map((text) => `_${text}_`),
  quiet.map((text) => `***${text}***`),
  quiet.map((text) => `**${text} _${text}_**`),
  quiet.map((text) => `~~${text}~~`),
  quiet.map((text) => `\`${text} * <b>\``),
  quiet.map((text) => `\`\`${text}\` x\`\``),
  quiet.map((text) => `[${text}](https://a.example/p?q=1&r=2)`),
  quiet.map((text) => `[**${text}**](/terms "Title")`),
  quiet.map((text) => `![${text}](/logo.png)`),
  fc.constantFrom('<https://a.example>', 'https://b.example/x', 'c@d.example', String.raw`\* \_ \# \[`),
);
const line = fc
  .array(fc.oneof({ weight: 3, arbitrary: quiet }, { weight: 2, arbitrary: marked }, plain), {
    minLength: 1,
    maxLength: 5,
  })
  .map((parts) => parts.join(' '));
const paragraph = fc
  .array(line, { minLength: 1, maxLength: 3 })
  .chain((lines) => fc.constantFrom('\n', '\\\n').map((end) => lines.join(end)));

const heading = fc.oneof(
  fc.tuple(fc.integer({ min: 1, max: 6 }), line).map(([level, text]) => `${'#'.repeat(level)} ${text}`),
  quiet.map((text) => `${text}\n===`),
  quiet.map((text) => `## ${text} ##`),
);
const code = fc.tuple(fc.constantFrom('```', '~~~', '````js'), plain).map(([fence, text]) => {
  const end = fence.replace(/\w+$/, '');
  return `${fence}\n${text}\n\n  # ${text}\n${end}`;
});
const table = fc
  .tuple(
    fc.constantFrom('---', ':-:', '--:', ':--'),
    fc.array(fc.tuple(quiet, fc.oneof(quiet, marked, fc.constant(String.raw`a \| b`))), { minLength: 1, maxLength: 3 }),
  )
  .map(([rule, rows]) => ['| One | Two |', `|---|${rule}|`, ...rows.map(([a, b]) => `| ${a} | ${b} |`)].join('\n'));

const indented = (text: string, by: number): string => text.replaceAll(/\n(?=.)/g, `\n${' '.repeat(by)}`);

const { block } = fc.letrec<{ block: string; list: string }>((tie) => ({
  list: fc
    .tuple(
      fc.constantFrom('- ', '* ', '+ ', '1. ', '7) ', '- [ ] ', '- [x] '),
      fc.constantFrom('\n', '\n\n'),
      fc.array(
        fc.oneof(
          { maxDepth: 2 },
          line,
          fc.tuple(line, tie('block')).map((both) => both.join('\n\n')),
        ),
        {
          minLength: 1,
          maxLength: 3,
        },
      ),
    )
    .map(([marker, gap, items]) => {
      const width = marker.startsWith('- [') ? 2 : marker.length;
      return items.map((item) => marker + indented(item, width)).join(gap);
    }),
  block: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    paragraph,
    heading,
    code,
    table,
    fc.constantFrom('---', '***', '    indented code\n    * more'),
    tie('list'),
    tie('block').map((inner) => inner.replaceAll(/^/gm, '> ')),
  ),
}));

/** Texts in canonical form. */
export const texts: fc.Arbitrary<string> = fc
  .array(fc.tuple(block, fc.constantFrom('\n\n', '\n\n\n')), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.map((part) => part.join('')).join(''));

/** A draft as a TypeScript module. */
import { type Draft, type DraftRule, type Proposal, quoted } from './draft.ts';

/** The lines of a module that exports `dataRules`, `dataMap` and `proposals`. */
export function linesOf({ people, key, rules, links, proposals }: Draft): string[] {
  return [
    '/**',
    ' * Personal data, drafted from the tables of the database. `columns` are those that are named like personal data; without it,',
    ' * a rule exports whole rows. Until a rule has `erasure`, its rows stay when a person is erased. For each rule, decide what the',
    ' * schema does not say:',
    ' * - purpose, legalBasis, recipients, retention: what the data is used for and why (GDPR Art. 6), who gets it, how long it stays;',
    " * - erasure: 'delete', { action: 'set', columns }, { action: 'keep', ground, until } or { action: 'run', erase }.",
    ' */',
    "import type { DataMapOptions, DataRuleOptions } from 'policy-engine/data-map';",
    '',
    'export const dataRules: DataRuleOptions[] = [',
    ...rules.flatMap(ruleLines),
    ...linkLines(links),
    '];',
    '',
    'export const dataMap: DataMapOptions = {',
    `  people: { table: ${quoted(people)}, key: ${quoted(key)} },`,
    '  // Columns that lead to a person and hold nothing about them: { table, columns, reason }.',
    '  exempt: [],',
    '};',
    ...proposalLines(proposals),
  ];
}

function ruleLines({ name, table, key, person, columns, comments }: DraftRule): string[] {
  const source = [`table: ${quoted(table)}`, ...(key === undefined ? [] : [`key: ${key}`]), `person: ${person}`];
  return [
    '  {',
    `    name: ${quoted(name)},`,
    ...comments.flatMap((comment) => wrapped(comment)).map((line) => `    // ${line}`),
    '    table: {',
    `      ${source.join(', ')},`,
    ...(columns.length === 0 ? [] : listLines('      columns', columns)),
    '    },',
    '  },',
  ];
}

/** Rules that are left out until somebody decides: their rows belong to people, and hold only dates, amounts, states and keys. */
function linkLines(links: readonly DraftRule[]): string[] {
  if (links.length === 0) return [];
  return [
    '  // Rows of these tables belong to people too, and hold nothing that is named like personal data. Decide for each: what it says',
    '  // about a person belongs in their export; rows that only connect others may be erased with `portability: false`.',
    ...links.flatMap(({ name, table, key, person, comments }) => [
      ...comments.flatMap((comment) => wrapped(comment)).map((line) => `  // ${line}`),
      `  // { name: ${quoted(name)}, table: { table: ${quoted(table)}, ${key === undefined ? '' : `key: ${key}, `}person: ${person} } },`,
    ]),
  ];
}

function proposalLines(proposals: readonly Proposal[]): string[] {
  if (proposals.length === 0) return [];
  return [
    '',
    '/**',
    ' * Not taken, with the columns that are named like personal data. `staff`: people who work for you; their requests are answered',
    ' * by you, and rules for them need a map of their own. `unlinked`: no key leads to a person; write a rule with functions that',
    ' * find the rows another way, such as by e-mail address, or exempt the table with a reason.',
    ' */',
    'export const proposals = [',
    ...proposals.flatMap(({ table, about, columns, uncertain }) => [
      ...(uncertain.length === 0
        ? []
        : wrapped(`Less certain: ${uncertain.join(', ')}.`).map((line) => `  // ${line}`)),
      `  { table: ${quoted(table)}, about: ${quoted(about)},`,
      ...listLines('    columns', columns),
      '  },',
    ]),
    '];',
  ];
}

/** `columns: ['a', 'b'],` on as many lines as it needs. */
function listLines(start: string, names: readonly string[]): string[] {
  const indent = start.slice(0, start.length - start.trimStart().length);
  const one = `${start}: [${names.map(quoted).join(', ')}],`;
  if (one.length <= WIDTH) return [one];
  return [
    `${start}: [`,
    ...wrapped(names.map((name) => `${quoted(name)},`).join(' ')).map((line) => `${indent}  ${line}`),
    `${indent}],`,
  ];
}

const WIDTH = 120;

function wrapped(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 110) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

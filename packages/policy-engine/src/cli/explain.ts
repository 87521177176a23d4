import { readdirSync, readFileSync } from 'node:fs';
import { shown, unknownName } from '../platform/options/words.ts';
import { defineCommand, type CommandDefinition, UsageError } from './command.ts';

const PAGES = new URL('docs/errors/', import.meta.resolve('policy-engine/package.json'));

/** `policy-engine explain`: prints the pages about error codes that the package contains. */
export const explainCommand: CommandDefinition = defineCommand({
  name: 'explain',
  usage: '[CODE]',
  summary: 'explain an error code and what to do about it',
  details: 'Without a code, lists all error codes with their HTTP status.',
  options: {},
  takesWords: true,
  example: 'npx --offline policy-engine explain database_busy',
  async run({ words: [code, ...others], print }) {
    const codes = readdirSync(PAGES)
      .filter((name) => name.endsWith('.md'))
      .map((name) => name.slice(0, -'.md'.length))
      .toSorted();
    if (others.length > 0) throw new UsageError('explain takes one code; without a code it lists all of them');
    if (code === undefined) return print(codes.map(lineOf).join('\n'));
    // The text of an error has the address of its page, which ends with the code.
    const named = code.slice(code.lastIndexOf('/') + 1);
    const known = codes.find((one) => one === named);
    if (known === undefined) {
      const unknown = unknownName('error code', shown(named), codes);
      throw new UsageError(`${unknown}${unknown.endsWith('?') ? '' : ';'} "policy-engine explain" lists all codes`);
    }
    print(pageOf(known).trimEnd());
  },
});

function pageOf(code: string): string {
  return readFileSync(new URL(`${code}.md`, PAGES), 'utf8');
}

/** `database_busy  503  Other writers kept the database busy …`: the second paragraph of a page has the status. */
function lineOf(code: string): string {
  const [, meaning = '', status = ''] = pageOf(code).split('\n\n');
  return `${code.padEnd(28)}  ${/\d{3}/.exec(status)?.[0] ?? '   '}  ${meaning}`;
}

/** The commands and flags of our programs in guides and skills exist. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { type CodeBlock, codeBlocks } from '../../scripts/house/code-blocks.ts';
import { ROOT } from '../pages.ts';

interface Use {
  readonly place: string;
  readonly words: readonly string[];
  readonly flags: readonly string[];
}

/** Code in the text of guides, outside of blocks. */
function codeInText(): CodeBlock[] {
  const documents = [...new Set(codeBlocks().map(({ document }) => document))];
  return documents.flatMap((document) => {
    const text = readFileSync(path.join(ROOT, document), 'utf8');
    const lines = text.replaceAll(/^( *)(```+)[^]*?^\1\2$/gm, (block) => block.replaceAll(/[^\n]/g, ' ')).split('\n');
    return lines.flatMap((one, index) =>
      Array.from(one.matchAll(/`([^`]+)`/g), ([, code = '']) => ({ document, line: index + 1, language: '', code })),
    );
  });
}

/** Uses of a program: its first two words, where they are words, and its flags. */
function usesOf(program: string): Use[] {
  const pattern = new RegExp(`^(?:npx --offline )?${program}((?: [^\\s#|>]+| +\\\\\\n)*)`, 'gm');
  return codeBlocks()
    .filter(({ language }) => language === 'sh')
    .concat(codeInText())
    .flatMap(({ document, line, code }) =>
      Array.from(code.matchAll(pattern), ([, rest = '']) => {
        const all = rest.split(/\s+/).filter((word) => word !== '' && word !== '\\');
        const end = all.findIndex((word) => !/^[a-z][a-z-]*$/.test(word));
        return {
          place: `${document}:${line}`,
          words: all.slice(0, end === -1 ? 2 : Math.min(end, 2)),
          flags: all.filter((word) => word.startsWith('--')).map((word) => word.split('=')[0] ?? word),
        };
      }),
    );
}

/** Flags that set an option of page-renderer, such as \`--cache-max-entries\`; each also has a form with \`--no-\`. */
function optionFlags(): Set<string> {
  const schema = JSON.parse(readFileSync(path.join(ROOT, 'packages/page-renderer/config.schema.json'), 'utf8')) as {
    properties: Record<string, { properties?: object }>;
  };
  const names = [...Object.keys(schema.properties), ...Object.keys(schema.properties['cacheConfig']?.properties ?? {})];
  const kebab = names.map((name) => name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, '-').toLowerCase());
  return new Set(kebab.flatMap((name) => [`--${name}`, `--no-${name}`]));
}

for (const program of ['policy-engine', 'page-renderer']) {
  test(`the commands of ${program} in guides exist, with their flags`, async () => {
    const bin = path.join(ROOT, 'packages', program, 'bin', `${program}.js`);
    const helps = new Map<string, Promise<string>>();
    const help = (...words: string[]) => {
      const key = words.join(' ');
      const asked =
        helps.get(key) ??
        promisify(execFile)(process.execPath, [bin, ...words, '--help']).then(
          ({ stdout }) => stdout,
          ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => stdout + stderr,
        );
      helps.set(key, asked);
      return asked;
    };
    const general = await help();
    const options = program === 'page-renderer' ? optionFlags() : new Set<string>();
    const uses = usesOf(program);
    assert.ok(uses.length > 10, String(uses.length));
    for (const { place, words, flags } of uses) {
      const [command] = words;
      if (command !== undefined)
        assert.match(general, new RegExp(`\\b${command}\\b`), `${place}: ${program} ${command}`);
      const own =
        command === undefined ? general : (await help(command)) + (words.length > 1 ? await help(...words) : '');
      for (const flag of flags) {
        assert.ok(
          own.includes(flag) || general.includes(flag) || options.has(flag),
          `${place}: ${program} ${words.join(' ')} ${flag}`,
        );
      }
    }
  });
}

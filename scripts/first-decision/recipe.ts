/** What a person types on each host until the receipt of a decision verifies, according to the guide. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../build.ts';

/** The guide, which also contains the table. */
export const GUIDE: string = path.join(root, 'packages/policy-engine/docs/first-decision.md');

/** Sections that are not about a host. */
const SHARED = 'In every host';
const LAST = 'Decide and verify';
const OTHER = ['What is still missing'];

/** The bold texts of the guide for pressing, following and waiting in the browser, in this order. */
export const IN_BROWSER = {
  accept: 'Accept',
  receipt: 'Receipt',
  sealed: 'Sealed',
  save: 'Save this receipt',
} as const;

/** Default path of the engine's shared file, unless a host has another one. */
const ENGINE = 'engine.mjs';

/** A file that a person writes. */
export interface RecipeFile {
  readonly kind: 'file';
  /** Below the folder of the app, with `/`. */
  readonly path: string;
  readonly text: string;
  /** Whether it replaces a file that the host's own generator creates. */
  readonly isFromTemplate: boolean;
}

/** A command that a person types. */
export interface RecipeCommand {
  readonly kind: 'command';
  readonly text: string;
}

/** Everything that a person types on a host, in this order. */
export interface Recipe {
  readonly host: string;
  /** The framework and its exact version; null for Node. */
  readonly framework: { readonly name: string; readonly version: string } | null;
  /** The module of the engine. */
  readonly engine: string;
  /** Before the server is started. */
  readonly steps: ReadonlyArray<RecipeFile | RecipeCommand>;
  /** The command that starts the server. */
  readonly start: string;
  /** The commands after the receipt is saved. */
  readonly verify: readonly string[];
}

/** The amount that a person types. */
export interface Typed {
  readonly commands: number;
  readonly lines: number;
  readonly files: number;
  readonly template: number;
}

/** The bold texts in the part of the guide about the browser. */
export function wordsInBrowser(guide: string): string[] {
  const [, steps = ''] = guide.split(`## ${LAST}\n`);
  const [list = ''] = steps.split('```');
  return [...list.matchAll(/\*\*(?<word>[^*]+)\*\*/g)].map(({ groups }) => groups?.['word'] ?? '');
}

/** The recipes of the guide, in its order. @throws if the guide is incomplete */
export function readRecipes(guide: string = readFileSync(GUIDE, 'utf8')): Recipe[] {
  const sections = new Map(
    guide
      .split(/^## /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')).trim(), section]),
  );
  const section = (title: string) => stepsOf(sections.get(title) ?? refuse(`there is no section "${title}"`));
  const shared = section(SHARED).filter((step) => step.kind === 'file');
  const verify = section(LAST).filter((step) => step.kind === 'command');
  if (shared.length === 0 || verify.length === 0) refuse(`"${SHARED}" and "${LAST}" need files and commands`);
  return [...sections]
    .filter(([title]) => ![SHARED, LAST, ...OTHER].includes(title))
    .map(([host, text]) => recipeOf(host, text, shared, verify));
}

function recipeOf(host: string, text: string, shared: readonly RecipeFile[], verify: readonly RecipeCommand[]): Recipe {
  const engine = /`engine\.mjs` is named `(?<path>[^`]+)` here/.exec(text)?.groups?.['path'] ?? ENGINE;
  const own = stepsOf(text);
  const start = own.pop();
  if (start?.kind !== 'command') return refuse(`${host} has to end with the command that starts its server`);
  const first = own.findIndex(({ kind }) => kind === 'file');
  if (first === -1) return refuse(`${host} has no file of its own`);
  const placed = shared.map((file) => ({ ...file, path: file.path === ENGINE ? engine : file.path }));
  const steps = [...own.slice(0, first), ...placed, ...own.slice(first)];
  return {
    host,
    framework: frameworkIn(steps),
    engine,
    steps,
    start: start.text,
    verify: verify.map((command) => command.text.replaceAll(ENGINE, engine)),
  };
}

/** Code blocks, in their order: those of `sh` are commands; each other one is a file, named at the beginning of the line above. */
function stepsOf(section: string): Array<RecipeFile | RecipeCommand> {
  const blocks = section.matchAll(/(?:^(?<above>\S[^\n]*)\n\n)?^```(?<language>\w+)\n(?<code>[\s\S]*?)^```$/gm);
  return [...blocks].flatMap(({ groups = {} }): Array<RecipeFile | RecipeCommand> => {
    const { above = '', language, code = '' } = groups;
    if (language === 'sh') {
      return linesOf(code, '#').map((text): RecipeCommand => ({ kind: 'command', text: text.trim() }));
    }
    const name = /`(?<path>[^`]+)`[^`]*:$/.exec(above)?.groups?.['path'];
    if (name === undefined) return refuse(`this code has no name of a file above it:\n${code}`);
    return [{ kind: 'file', path: name, text: code, isFromTemplate: above.endsWith('from the template:') }];
  });
}

/** The first package that is installed in addition to the engine. */
function frameworkIn(steps: Recipe['steps']): Recipe['framework'] {
  for (const step of steps) {
    if (step.kind !== 'command') continue;
    const [named] = packagesIn(step.text);
    if (named !== undefined) return named;
  }
  return null;
}

/** The packages that a command installs from the registry by `npm install`. @throws for a package without a version */
export function packagesIn(command: string): Array<{ readonly name: string; readonly version: string }> {
  if (!command.startsWith('npm install ')) return [];
  const words = command.split(' ').slice(2);
  return words
    .filter((word) => !word.startsWith('-') && !word.endsWith('.tgz'))
    .map((word) => {
      const { name, version } = /^(?<name>@?[^@]+)@(?<version>\d+\.\d+\.\d+)$/.exec(word)?.groups ?? {};
      if (name === undefined || version === undefined) return refuse(`${word} needs an exact version: ${command}`);
      return { name, version };
    });
}

/** Counts what a person types for a recipe. */
export function typedIn({ steps, verify }: Recipe): Typed {
  const files = steps.filter((step) => step.kind === 'file');
  const own = files.filter((file) => !file.isFromTemplate);
  const sum = (some: readonly RecipeFile[]) => some.reduce((all, file) => all + countedLines(file), 0);
  const before = steps.length - files.length;
  return {
    // The command that starts the server is counted, too.
    commands: before + 1 + verify.length,
    lines: sum(own),
    files: own.length,
    template: sum(files.filter((file) => file.isFromTemplate)),
  };
}

/** Number of lines of a file that are neither blank nor only a comment. In Markdown, every line that is not blank counts. */
export function countedLines({ path: name, text }: Pick<RecipeFile, 'path' | 'text'>): number {
  return linesOf(text, name.endsWith('.md') ? undefined : '//').filter((line) => !/^\s*<!--.*-->\s*$/.test(line))
    .length;
}

function linesOf(text: string, comment: string | undefined): string[] {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return comment === undefined ? lines : lines.filter((line) => !line.trim().startsWith(comment));
}

function refuse(problem: string): never {
  throw new Error(`packages/policy-engine/docs/first-decision.md: ${problem}`);
}

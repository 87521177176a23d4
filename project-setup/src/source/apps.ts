/** Apps that are created in code: which file creates the app of a framework, and where a line about it belongs. */
import path from 'node:path';
import type { Project, SourceFile } from '../project.ts';
import { closingAt, codeOf, depthAt, type Statement, statementsFrom } from './code.ts';
import { type Imports, inStyle, insertedAfter, insertedBefore, type Style, styleOf, withImports } from './insert.ts';

/** How the app of a framework is created and used, in code without the contents of strings. */
export interface AppKind {
  /** The call that creates the app: `express()`. */
  readonly creation: RegExp;
  /** The package whose default import may have another name than the one in `creation`: that name, and the package. */
  readonly imported?: { readonly name: RegExp; readonly from: string };
  /** The head of a function that gets the app, up to its `{`, in the file that a program of the framework starts. */
  readonly plugin?: { readonly head: RegExp; readonly program: string };
  /** What a statement that answers requests begins with, after the name of the app. */
  readonly answers: RegExp;
}

const METHODS = 'get|post|put|patch|delete|all|options|route|listen|notFound|onError';
const FUNCTION = String.raw`\(|async\b|function\b|\w+\s*=>|\w*[rR]outer`;

/** By the id of the framework. */
export const APPS: Readonly<Record<string, AppKind>> = {
  express: {
    creation: /\bexpress\s*\(\s*\)/,
    imported: { name: /express/, from: 'express' },
    answers: new RegExp(`^\\.(?:(?:${METHODS})\\s*\\(|use\\s*\\(\\s*(?:['"\`]|${FUNCTION}))`),
  },
  fastify: {
    creation: /\b(?:[fF]astify|require\s*\(\s*['"]\s*['"]\s*\))\s*\(/,
    imported: { name: /\[fF\]astify/, from: 'fastify' },
    plugin: {
      head: /(?:(?:module\.exports\s*=|export\s+default)\s*async\s+function\b[^()]*\(\s*(?<app>\w+)[^()]*\)[^{};]*|FastifyPluginAsync[^=;]*=\s*async\s*\(\s*(?<typed>\w+)[^()]*\)[^{};]*)\{/,
      program: 'fastify-cli',
    },
    answers: new RegExp(`^\\.(?:${METHODS})\\s*\\(`),
  },
  koa: {
    creation: /\bnew\s+Koa\s*(?:<[^>]*>)?\s*\(/,
    imported: { name: /Koa/, from: 'koa' },
    answers: new RegExp(`^\\.(?:listen\\s*\\(|use\\s*\\(\\s*(?:${FUNCTION}))`),
  },
  hono: {
    creation: /\bnew\s+Hono\s*(?:<[^=;]*>)?\s*\([^()]*\)/,
    answers: new RegExp(`^\\.(?:${METHODS}|mount)\\s*\\(`),
  },
  h3: { creation: /\bnew\s+H3\s*\(/, answers: new RegExp(`^\\.(?:${METHODS}|mount|on)\\s*\\(`) },
  hapi: { creation: /\b(?:Hapi|hapi)\s*\.\s*[sS]erver\s*\(/, answers: /^\.(?:route|start|initialize)\s*\(/ },
  nest: { creation: /\bNestFactory\s*\.\s*create\s*(?:<[^=;]*>)?\s*\(/, answers: /^\.(?:listen|init)\s*\(/ },
};

/** A file that creates the app. */
export interface Entry {
  readonly file: SourceFile;
  /** The name of the app. */
  readonly app: string;
  /** Whether a program of the framework hands the app to a function of this file. */
  readonly isPlugin: boolean;
}

/** The creation in a file, whatever name its default import has. */
function creationIn({ creation, imported }: AppKind, text: string): string {
  if (imported === undefined) return creation.source;
  const from = String.raw`(['"])${imported.from}`;
  const own = new RegExp(
    String.raw`\bimport\s+(?!type\b)(?<esm>\w+)[^'"]*from\s+${from}\2|\b(?:const|let|var)\s+(?<cjs>\w+)\s*=\s*require\(\s*${from}\4\s*\)(?!\s*[.(])`,
  ).exec(text)?.groups;
  const name = own?.['esm'] ?? own?.['cjs'];
  const known = imported.name.source;
  return name === undefined ? creation.source : creation.source.replace(known, `(?:${known}|${name})`);
}

const declaring = (kind: AppKind, text: string, app: string) =>
  new RegExp(
    `\\b(?:const|let|var)\\s+(?<app>${app})(?:\\s*:[^=;]+)?\\s*=\\s*(?:await\\s+)?${creationIn(kind, text)}`,
    'g',
  );

function entriesOf(project: Project, kind: AppKind): Entry[] {
  const isProgram = kind.plugin !== undefined && project.packages.has(kind.plugin.program);
  return project.sources
    .filter(({ name }) => /\.[cm]?[jt]s$/.test(name) && !/\.(?:test|spec|config|d)\./.test(name))
    .flatMap((file): Entry[] => {
      const code = codeOf(file.text);
      const found = [...code.matchAll(declaring(kind, file.text, '\\w+'))];
      if (found.length === 1) return [{ file, app: found[0]!.groups?.['app'] ?? '', isPlugin: false }];
      const plugin = isProgram && isStarted(project, file.name) ? kind.plugin?.head.exec(code)?.groups : undefined;
      const app = plugin?.['app'] ?? plugin?.['typed'];
      return found.length > 0 || app === undefined ? [] : [{ file, app, isPlugin: true }];
    });
}

/** Whether `main` or one of the scripts names a file, also as it is compiled. */
function isStarted({ main = '', scripts }: Project, name: string, by = Object.keys(scripts)): boolean {
  const stem = name.replace(/^src\//, '').replace(/\.\w+$/, '');
  const pattern = new RegExp(
    `(?:^|[\\s/])${stem.replaceAll(/[.[\]()$+]/g, String.raw`\$&`)}(?:\\.[cm]?[jt]s)?(?:\\s|$)`,
  );
  return [...(by.length === 0 ? [main] : []), ...by.map((one) => scripts[one] ?? '')].some((text) =>
    pattern.test(text),
  );
}

/** The file that creates the app; undefined if there is none, or if it is not clear which. @param named the file of `--entry` */
export function entryOf(project: Project, kind: AppKind, named: string | undefined): Entry | undefined {
  const entries = entriesOf(project, kind);
  if (named !== undefined) return entries.find(({ file }) => file.name === path.posix.normalize(named));
  if (entries.length < 2) return entries[0];
  for (const by of [['start'], [], ['dev'], Object.keys(project.scripts)]) {
    const started = entries.filter(({ file }) => isStarted(project, file.name, by));
    if (started.length === 1) return started[0];
  }
  return undefined;
}

/** Why there is no entry, and what to do. */
export function withoutEntry(project: Project, kind: AppKind, named: string | undefined): string {
  const files = entriesOf(project, kind).map(({ file }) => file.name);
  if (named !== undefined) return `${named} has no single line that creates the app`;
  return files.length === 0
    ? 'no line that creates the app was found'
    : `several files create an app: ${files.join(', ')} (name one with --entry)`;
}

/** Where lines go: right after the app is created, or before the first statement that answers requests. */
export type AppPlace = 'first' | 'before-answers';

/** What is inserted. */
export interface AppLines {
  readonly imports: Imports;
  readonly lines: readonly string[];
  readonly place: AppPlace;
  /** Whether `.js` files are ECMAScript modules. */
  readonly isModule: boolean;
}

/** The text of an entry with lines about its app; undefined if the app is not found in it. */
export function withAppLines(text: string, entry: Entry, kind: AppKind, added: AppLines): string | undefined {
  const { app, file } = entry;
  const code = codeOf(text);
  const isModule = /\.m[jt]s$/.test(file.name) || (added.isModule && !/\.c[jt]s$/.test(file.name));
  const style = styleOf(text, isModule);
  const lines = inStyle(added.lines, style);
  if (entry.isPlugin) return inPlugin(text, kind, lines, added.imports, style);
  const created = declaring(kind, text, app).exec(code);
  if (created === null) return undefined;
  const [first, ...others] = statementsFrom(code, created.index);
  if (first === undefined) return undefined;
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', created.index) + 1))?.[0] ?? '';
  const link = linkOf(code, created.index + created[0].lastIndexOf('('), kind.answers, added.place);
  if (link !== undefined) {
    const calls = lines.flatMap((line) => chainedCall(line, app) ?? []);
    if (calls.length === 0) return undefined;
    const rest = lines.filter((line) => chainedCall(line, app) === undefined);
    const after = rest.length === 0 ? text : insertedAfter(text, first.to, rest, style, indent);
    return withImports(inChain(after, link, calls.join(''), style.newline), added.imports, style);
  }
  const next =
    added.place === 'first' ? undefined : others.find((statement) => isAnswering(code, statement, app, kind.answers));
  const inserted =
    next === undefined
      ? insertedAfter(text, first.to, lines, style, indent)
      : insertedBefore(text, next.from, lines, style);
  return withImports(inserted, added.imports, style);
}

/** `app.use(x);` as a call in a chain; undefined for a line that is none. */
function chainedCall(line: string, app: string): string | undefined {
  const call = line.replace(/^await /, '');
  return call.startsWith(`${app}.`) ? call.slice(app.length).replace(/;$/, '') : undefined;
}

/**
 * Where calls go that are chained to the creation of the app: before the first one that answers.
 *
 * @param opening the bracket of the creation
 * @returns undefined if no call that answers is chained to it
 */
function linkOf(code: string, opening: number, answers: RegExp, place: AppPlace): number | undefined {
  let at = closingAt(code, opening);
  let first: number | undefined;
  for (;;) {
    const call = /\s*(?=\.\s*\w+\s*\()/y;
    call.lastIndex = at;
    if (!call.test(code)) return undefined;
    const dot = call.lastIndex;
    first ??= dot;
    if (answers.test(code.slice(dot).replace(/^\.\s+/, '.'))) return place === 'first' ? first : dot;
    at = closingAt(code, code.indexOf('(', dot));
  }
}

function inChain(text: string, at: number, calls: string, newline: string): string {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const glue = before.trim() === '' ? `${newline}${before}` : '';
  return `${text.slice(0, at)}${calls}${glue}${text.slice(at)}`;
}

/** At the beginning of the function that gets the app. */
function inPlugin(
  text: string,
  kind: AppKind,
  lines: readonly string[],
  imports: Imports,
  style: Style,
): string | undefined {
  const head = kind.plugin?.head.exec(codeOf(text));
  if (head === null || head === undefined) return undefined;
  const at = head.index + head[0].length;
  const indent = /\n(?<indent>[ \t]+)\S/.exec(text.slice(at))?.groups?.['indent'] ?? '  ';
  return withImports(insertedAfter(text, at, lines, style, indent), imports, style);
}

/** A function that is handed the app and, by its name, only prepares requests. */
const PREPARES = /session|auth|passport|secur|log|config|parser|helmet|cors|middleware/i;
const REGISTERS = /rout|page|controller|endpoint|handler/i;

function isAnswering(code: string, { from, to, depth }: Statement, app: string, answers: RegExp): boolean {
  const text = code.slice(from, to).replace(/^await\s+/, '');
  if (text.startsWith(app) && answers.test(text.slice(app.length))) return depthAt(code, from) === depth;
  const called = new RegExp(`^(?<name>[\\w.]+)\\s*\\([^()]*(?<![.\\w])${app}\\b`).exec(text)?.groups?.['name'];
  if (called !== undefined && !called.startsWith(`${app}.`)) return REGISTERS.test(called) || !PREPARES.test(called);
  // A server over the app, or the app handed to something else: serve({ fetch: app.fetch }), createServer(app).
  const isHanded =
    /^(?:export\s|module\.exports|(?:(?:const|let|var)\s[^=]+=\s*)?(?:await\s+)?(?:serve|[\w.]*createServer)\s*\()/;
  return isHanded.test(text) && new RegExp(`\\b${app}\\b`).test(text);
}

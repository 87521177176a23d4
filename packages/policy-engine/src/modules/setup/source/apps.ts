/** Apps that are created in code: which file creates the app of a framework, and where a line about it belongs. */
import path from 'node:path';
import type { Project, SourceFile } from '../project/project.ts';
import { codeOf, depthAt, type Statement, statementsFrom } from './code.ts';
import { type Imports, inStyle, insertedAfter, insertedBefore, styleOf, withImports } from './insert.ts';

/** How the app of a framework is created and used, in code without the contents of strings. */
export interface AppKind {
  /** The call that creates the app: `express()`. */
  readonly creation: RegExp;
  /** What a statement that answers requests begins with, after the name of the app. */
  readonly answers: RegExp;
}

const METHODS = 'get|post|put|patch|delete|all|options|route|listen|notFound|onError';
const FUNCTION = String.raw`\(|async\b|function\b|\w+\s*=>|\w*[rR]outer`;

/** By the id of the framework. */
export const APPS: Readonly<Record<string, AppKind>> = {
  express: {
    creation: /\bexpress\s*\(\s*\)/,
    answers: new RegExp(`^\\.(?:(?:${METHODS})\\s*\\(|use\\s*\\(\\s*(?:['"\`]|${FUNCTION}))`),
  },
  fastify: {
    creation: /\b(?:[fF]astify|require\s*\(\s*['"]\s*['"]\s*\))\s*\(/,
    answers: new RegExp(`^\\.(?:${METHODS})\\s*\\(`),
  },
  koa: {
    creation: /\bnew\s+Koa\s*(?:<[^>]*>)?\s*\(/,
    answers: new RegExp(`^\\.(?:listen\\s*\\(|use\\s*\\(\\s*(?:${FUNCTION}))`),
  },
  hono: {
    creation: /\bnew\s+Hono\s*(?:<[^=;]*>)?\s*\([^()]*\)(?!\s*\.)/,
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
}

const declaring = ({ creation }: AppKind, app: string) =>
  new RegExp(`\\b(?:const|let|var)\\s+(?<app>${app})(?:\\s*:[^=;]+)?\\s*=\\s*(?:await\\s+)?${creation.source}`, 'g');

/** The file that creates the app; undefined if there is none, or if it is not clear which. @param named the file of `--entry` */
export function entryOf(project: Project, kind: AppKind, named: string | undefined): Entry | undefined {
  const entries = project.sources
    .filter(({ name }) => /\.[cm]?[jt]s$/.test(name) && !/\.(?:test|spec|config|d)\./.test(name))
    .flatMap((file): Entry[] => {
      const found = [...codeOf(file.text).matchAll(declaring(kind, '\\w+'))];
      return found.length === 1 ? [{ file, app: found[0]!.groups?.['app'] ?? '' }] : [];
    });
  if (named !== undefined) return entries.find(({ file }) => file.name === path.posix.normalize(named));
  if (entries.length < 2) return entries[0];
  const started = `${project.main ?? ''} ${Object.values(project.scripts).join(' ')}`;
  const startedOnes = entries.filter(({ file }) => started.includes(file.name));
  return startedOnes.length === 1 ? startedOnes[0] : undefined;
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
export function withAppLines(text: string, { app, file }: Entry, kind: AppKind, added: AppLines): string | undefined {
  const code = codeOf(text);
  const created = declaring(kind, app).exec(code);
  if (created === null) return undefined;
  const [first, ...others] = statementsFrom(code, created.index);
  if (first === undefined) return undefined;
  const isModule = /\.m[jt]s$/.test(file.name) || (added.isModule && !/\.c[jt]s$/.test(file.name));
  const style = styleOf(text, isModule);
  const lines = inStyle(added.lines, style);
  const next =
    added.place === 'first' ? undefined : others.find((statement) => isAnswering(code, statement, app, kind.answers));
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', created.index) + 1))?.[0] ?? '';
  const inserted =
    next === undefined
      ? insertedAfter(text, first.to, lines, style, indent)
      : insertedBefore(text, next.from, lines, style);
  return withImports(inserted, added.imports, style);
}

function isAnswering(code: string, { from, to, depth }: Statement, app: string, answers: RegExp): boolean {
  const text = code.slice(from, to).replace(/^await\s+/, '');
  if (text.startsWith(app) && answers.test(text.slice(app.length))) return depthAt(code, from) === depth;
  // A server over the app, or the app handed to something else: serve({ fetch: app.fetch }), createServer(app).
  const isHanded =
    /^(?:export\s|module\.exports|(?:(?:const|let|var)\s[^=]+=\s*)?(?:await\s+)?(?:serve|[\w.]*createServer)\s*\()/;
  return isHanded.test(text) && new RegExp(`\\b${app}\\b`).test(text);
}

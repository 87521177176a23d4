/** Frameworks whose apps are created in code: a few lines go into the file that creates the app. */
import path from 'node:path';
import { codeOf, depthAt, type Statement, statementsFrom } from '../source/code.ts';
import {
  type Imports,
  inStyle,
  insertedAfter,
  insertedBefore,
  type Style,
  styleOf,
  withImports,
} from '../source/insert.ts';
import type { Project, SourceFile } from '../project/project.ts';
import { type HostCall, type HostSetup, importOf, mountedIn } from './host.ts';

/** How an app of a framework is created and used in code. */
interface ServerKind {
  /** The export of policy-engine. */
  readonly from: string;
  /** The call that creates the app, in code without the contents of strings: `express()`. */
  readonly creation: RegExp;
  /** The lines that mount the engine in the app of a name. */
  readonly lines: (app: string) => readonly string[];
  /** A statement before which the engine has to be mounted, after the name of the app. */
  readonly follows: RegExp;
  /** Names imported from the export. */
  readonly names?: string;
}

const METHODS = 'get|post|put|patch|delete|all|options|route|listen|notFound|onError';

const KINDS: Readonly<Record<string, ServerKind>> = {
  express: {
    from: 'express',
    creation: /\bexpress\s*\(\s*\)/,
    lines: (app) => [`${app}.use('/policies', policyEngine(engine));`, 'engine.start();'],
    follows: new RegExp(
      `^\\.(?:(?:${METHODS})\\s*\\(|use\\s*\\(\\s*(?:['"\`]|\\(|async\\b|function\\b|\\w*[rR]outer))`,
    ),
  },
  fastify: {
    from: 'fastify',
    creation: /\b(?:[fF]astify|require\s*\(\s*['"]\s*['"]\s*\))\s*\(/,
    lines: (app) => [`${app}.register(policyEngine, { prefix: '/policies', engine });`, 'engine.start();'],
    follows: new RegExp(`^\\.(?:${METHODS})\\s*\\(`),
  },
  koa: {
    from: 'koa',
    creation: /\bnew\s+Koa\s*(?:<[^>]*>)?\s*\(/,
    lines: (app) => [`${app}.use(policyEngine(engine));`, 'engine.start();'],
    follows: /^\.(?:listen\s*\(|use\s*\(\s*(?:\(|async\b|function\b|\w+\s*=>|\w*[rR]outer))/,
  },
  hono: {
    from: 'hono',
    creation: /\bnew\s+Hono\s*(?:<[^=;]*>)?\s*\([^()]*\)(?!\s*\.)/,
    lines: (app) => [`${app}.use(policyEngine(engine));`, 'engine.start();'],
    follows: new RegExp(`^\\.(?:${METHODS}|mount)\\s*\\(`),
  },
  h3: {
    from: 'h3',
    names: '',
    creation: /\bnew\s+H3\s*\(/,
    lines: (app) => [
      `${app}.use('/policies/**', (event) => engine.fetch(event.req, { ip: event.req.ip }));`,
      'engine.start();',
    ],
    follows: new RegExp(`^\\.(?:${METHODS}|mount|on)\\s*\\(`),
  },
  hapi: {
    from: 'node',
    creation: /\b(?:Hapi|hapi)\s*\.\s*[sS]erver\s*\(/,
    lines: (app) => [
      'const policies = policyEngine(engine);',
      `${app}.ext('onRequest', ({ raw: { req, res } }, h) => new Promise((resolve) => {`,
      "  res.once('close', () => resolve(h.abandon));",
      '  policies(req, res, () => resolve(h.continue));',
      '}));',
      'engine.start();',
    ],
    follows: /^\.(?:route|start|initialize)\s*\(/,
  },
  nest: {
    from: 'nest',
    creation: /\bNestFactory\s*\.\s*create\s*(?:<[^=;]*>)?\s*\(/,
    lines: (app) => [`${app}.use(policyEngine(engine));`, 'engine.start();'],
    follows: /^\.(?:listen|init)\s*\(/,
  },
};

/** Hosts of this kind, by the id of the framework. */
export const SERVERS: Readonly<Record<string, HostSetup>> = Object.fromEntries(
  Object.entries(KINDS).map(([id, kind]) => [
    id,
    {
      engineFile: (project, named) => {
        const entry = entryOf(project, kind, named)?.file.name;
        const folder = entry === undefined ? '.' : path.posix.dirname(entry);
        return path.posix.join(folder, entry !== undefined && /\.[cm]?ts$/.test(entry) ? 'engine.ts' : 'engine.mjs');
      },
      mount: (call) => mount(call, kind),
    } satisfies HostSetup,
  ]),
);

interface Entry {
  readonly file: SourceFile;
  /** The name of the app. */
  readonly app: string;
  /** The offset at which the statement begins that creates it. */
  readonly at: number;
}

/** The file that creates the app; undefined if there is none, or if it is not clear which. */
function entryOf(project: Project, { creation }: ServerKind, named: string | undefined): Entry | undefined {
  const declared = new RegExp(
    `\\b(?:const|let|var)\\s+(?<app>\\w+)(?:\\s*:[^=;]+)?\\s*=\\s*(?:await\\s+)?${creation.source}`,
    'g',
  );
  const entries = project.sources
    .filter(({ name }) => /\.[cm]?[jt]s$/.test(name) && !/\.(?:test|spec|config|d)\./.test(name))
    .flatMap((file): Entry[] => {
      const found = [...codeOf(file.text).matchAll(declared)];
      return found.length === 1 ? [{ file, app: found[0]!.groups?.['app'] ?? '', at: found[0]!.index }] : [];
    });
  if (named !== undefined) return entries.find(({ file }) => file.name === path.posix.normalize(named));
  if (entries.length < 2) return entries[0];
  const started = `${project.main ?? ''} ${Object.values(project.scripts).join(' ')}`;
  const startedOnes = entries.filter(({ file }) => started.includes(file.name));
  return startedOnes.length === 1 ? startedOnes[0] : undefined;
}

function mount(call: HostCall, kind: ServerKind): void {
  const { project, plan, engine } = call;
  const entry = entryOf(project, kind, call.entry);
  const names = kind.names ?? 'policyEngine';
  const imports = (from: string): Imports => [
    ...(names === '' ? [] : ([[names, `policy-engine/${kind.from}`]] as const)),
    ['engine', importOf(project, from, engine)],
  ];
  const about = 'mounts the engine at /policies';
  const app = entry?.app ?? 'app';
  const byHand = {
    about,
    lines: [
      ...imports(entry?.file.name ?? 'app.js').map(([name, from]) => `import { ${name} } from '${from}';`),
      ...kind.lines(app),
    ],
  };
  const known = names === '' ? engineImporter(project, engine) : mountedIn(project, kind.from);
  if (known !== undefined) plan.present(known, about);
  else if (entry === undefined) plan.byHand(null, 'no single file creates the app (name it with --entry)', byHand);
  else
    plan.edit(entry.file.name, byHand, (text) =>
      mounted(text, entry, kind, imports(entry.file.name), project.isModule),
    );
}

/** A file that imports the module of the engine and starts it. */
function engineImporter(project: Project, engine: string): string | undefined {
  const stem = path.posix.basename(engine).replace(/\.\w+$/, '');
  return project.sources.find(
    ({ name, text }) => name !== engine && text.includes(`/${stem}`) && /\bengine\.start\(/.test(text),
  )?.name;
}

function mounted(
  text: string,
  { app, file }: Entry,
  { lines, follows, creation }: ServerKind,
  imports: Imports,
  isModule: boolean,
): string | undefined {
  const code = codeOf(text);
  const created = new RegExp(`\\b(?:const|let|var)\\s+${app}\\b[^=;]*=\\s*(?:await\\s+)?${creation.source}`).exec(code);
  if (created === null) return undefined;
  const [first, ...others] = statementsFrom(code, created.index);
  if (first === undefined) return undefined;
  const style = styleOf(text, /\.m[jt]s$/.test(file.name) || (isModule && !/\.c[jt]s$/.test(file.name)));
  const placed = inStyle(lines(app), style);
  const next = others.find((statement) => isFollowing(code, statement, app, follows));
  const indent = /^[ \t]*/.exec(text.slice(text.lastIndexOf('\n', created.index) + 1))?.[0] ?? '';
  const inserted =
    next === undefined
      ? insertedAfter(text, first.to, placed, style, indent)
      : insertedBefore(text, next.from, placed, style);
  return withImports(inserted, imports, style satisfies Style);
}

function isFollowing(code: string, { from, to, depth }: Statement, app: string, follows: RegExp): boolean {
  const text = code.slice(from, to).replace(/^await\s+/, '');
  if (text.startsWith(app) && follows.test(text.slice(app.length))) return depthAt(code, from) === depth;
  // A server over the app, or the app handed to something else: serve({ fetch: app.fetch }), createServer(app).
  return (
    new RegExp(
      `^(?:export\\s|module\\.exports|(?:(?:const|let|var)\\s[^=]+=\\s*)?(?:await\\s+)?(?:serve|[\\w.]*createServer)\\s*\\()`,
    ).test(text) && new RegExp(`\\b${app}\\b`).test(text)
  );
}

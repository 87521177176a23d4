/** Frameworks whose apps are created in code: a few lines go into the file that creates the app. */
import path from 'node:path';
import type { Project } from '../project/project.ts';
import { type AppKind, APPS, entryOf, withAppLines } from '../source/apps.ts';
import type { Imports } from '../source/insert.ts';
import { type HostCall, type HostSetup, importOf, mountedIn } from './host.ts';

/** How the engine is mounted in an app. */
interface Mount {
  /** The export of policy-engine whose `policyEngine` is used; null if none is. */
  readonly from: string | null;
  /** The lines, for the app of a name. */
  readonly lines: (app: string) => readonly string[];
}

const used = (app: string) => [`${app}.use(policyEngine(engine));`];

const MOUNTS: Readonly<Record<string, Mount>> = {
  express: { from: 'express', lines: (app) => [`${app}.use('/policies', policyEngine(engine));`] },
  fastify: { from: 'fastify', lines: (app) => [`${app}.register(policyEngine, { prefix: '/policies', engine });`] },
  koa: { from: 'koa', lines: used },
  hono: { from: 'hono', lines: used },
  nest: { from: 'nest', lines: used },
  h3: {
    from: null,
    lines: (app) => [`${app}.use('/policies/**', (event) => engine.fetch(event.req, { ip: event.req.ip }));`],
  },
  hapi: {
    from: 'node',
    lines: (app) => [
      'const policies = policyEngine(engine);',
      `${app}.ext('onRequest', ({ raw: { req, res } }, h) => new Promise((resolve) => {`,
      "  res.once('close', () => resolve(h.abandon));",
      '  policies(req, res, () => resolve(h.continue));',
      '}));',
    ],
  },
};

/** Hosts of this kind, by the id of the framework. */
export const SERVERS: Readonly<Record<string, HostSetup>> = Object.fromEntries(
  Object.entries(MOUNTS).map(([id, how]): [string, HostSetup] => {
    const kind = APPS[id]!;
    return [
      id,
      { engineFile: (project, entry) => engineFile(project, kind, entry), mount: (call) => mount(call, kind, how) },
    ];
  }),
);

function engineFile(project: Project, kind: AppKind, named: string | undefined): string {
  const entry = entryOf(project, kind, named)?.file.name;
  const isTyped = entry !== undefined && /\.[cm]?ts$/.test(entry);
  return path.posix.join(path.posix.dirname(entry ?? 'app.js'), isTyped ? 'engine.ts' : 'engine.mjs');
}

function mount({ project, plan, engine, entry: named }: HostCall, kind: AppKind, { from, lines }: Mount): void {
  const about = 'mounts the engine at /policies';
  const entry = entryOf(project, kind, named);
  const imports: Imports = [
    ...(from === null ? [] : ([['policyEngine', `policy-engine/${from}`]] as const)),
    ['engine', importOf(project, entry?.file.name ?? 'app.js', engine)],
  ];
  const own = [...lines(entry?.app ?? 'app'), 'engine.start();'];
  const byHand = { about, lines: [...imports.map(([name, path]) => `import { ${name} } from '${path}';`), ...own] };
  const known = from === null ? starterOf(project, engine) : mountedIn(project, from);
  if (known !== undefined) plan.present(known, about);
  else if (entry === undefined) plan.byHand(null, 'no single file creates the app (name it with --entry)', byHand);
  else {
    const { isModule } = project;
    plan.edit(entry.file.name, byHand, (text) =>
      withAppLines(text, entry, kind, { imports, lines: own, place: 'before-answers', isModule }),
    );
  }
}

/** A file that imports the module of the engine and starts it. */
function starterOf(project: Project, engine: string): string | undefined {
  const stem = path.posix.basename(engine).replace(/\.\w+$/, '');
  return project.sources.find(
    ({ name, text }) => name !== engine && text.includes(`/${stem}`) && /\bengine\.start\(/.test(text),
  )?.name;
}

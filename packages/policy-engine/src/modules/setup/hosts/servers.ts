/** Frameworks whose apps are created in code: a few lines go into the file that creates the app. */
import path from 'node:path';
import {
  type AppKind,
  APPS,
  entryOf,
  hasName,
  type Imports,
  type Project,
  withAppLines,
  withoutEntry,
} from '#project-setup';
import { type HostCall, type HostSetup, importOf, mountedIn } from './host.ts';

/** How the engine is mounted in an app. */
interface Mount {
  /** The export of policy-engine whose `policyEngine` is used; null if none is. */
  readonly from: string | null;
  /** The lines, for the names of app and engine. */
  readonly lines: (app: string, engine: string) => readonly string[];
}

const used = (app: string, engine: string) => [`${app}.use(policyEngine(${engine}));`];

const MOUNTS: Readonly<Record<string, Mount>> = {
  express: { from: 'express', lines: (app, engine) => [`${app}.use('/policies', policyEngine(${engine}));`] },
  fastify: {
    from: 'fastify',
    lines: (app, engine) => [
      `${app}.register(policyEngine, { prefix: '/policies', ${engine === 'engine' ? engine : `engine: ${engine}`} });`,
    ],
  },
  koa: { from: 'koa', lines: used },
  hono: { from: 'hono', lines: used },
  nest: { from: 'nest', lines: used },
  h3: {
    from: null,
    lines: (app, engine) => [
      `${app}.use('/policies/**', (event) => ${engine}.fetch(event.req, { ip: event.req.ip }));`,
    ],
  },
  hapi: {
    from: 'node',
    lines: (app, engine) => [
      `const policies = policyEngine(${engine});`,
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
  const name = entry !== undefined && hasName(entry.file.text, 'engine') ? 'policyConsent' : 'engine';
  const imports: Imports = [
    ...(from === null ? [] : ([['policyEngine', `policy-engine/${from}`]] as const)),
    [name === 'engine' ? name : `engine as ${name}`, importOf(project, entry?.file.name ?? 'app.js', engine)],
  ];
  const own = [...lines(entry?.app ?? 'app', name), `${name}.start();`];
  const byHand = { about, lines: [...imports.map(([names, path]) => `import { ${names} } from '${path}';`), ...own] };
  const known = from === null ? starterOf(project, engine) : mountedIn(project, from);
  if (known !== undefined) plan.present(known, about);
  else if (entry === undefined) plan.byHand(null, withoutEntry(project, kind, named), byHand);
  else {
    const { isModule } = project;
    plan.edit(entry.file.name, byHand, (text) =>
      [...new Set(['policyEngine', name, /const (\w+)/.exec(own[0] ?? '')?.[1] ?? name])].some((one) =>
        hasName(text, one),
      )
        ? undefined
        : withAppLines(text, entry, kind, { imports, lines: own, place: 'before-answers', isModule }),
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

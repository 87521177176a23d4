/** render-middleware in a project: a few lines in the file that creates the app, or a new file. */
import {
  APPS,
  entryOf,
  nextRoot,
  type Plan,
  type Project,
  serverFile,
  withAppLines,
  withHandle,
  withoutEntry,
  withRegistered,
  withWrapper,
} from '#project-setup';
import { planReactRouter } from './react-router.ts';

/** Addresses that are written into the project. */
export interface Addresses {
  /** Public origin of the site, without a path. */
  readonly origin: string;
  /** Origin of the renderer. */
  readonly renderer: string;
}

const ABOUT = 'sends bots to the renderer';

/** A file of middleware: its place without the ending, and its lines. */
interface MiddlewareFile {
  readonly place: string;
  readonly lines: readonly string[];
}

const fileOf = (place: string, host: string, mount: string): MiddlewareFile => ({
  place,
  lines: [`import { renderMiddleware } from 'render-middleware/${host}';`, '', mount],
});

/** Frameworks with a file of their own for middleware, by their id. `call` is the middleware, as an expression. */
const FILES: Readonly<
  Record<string, { readonly package: string; readonly file: (project: Project, call: string) => MiddlewareFile }>
> = {
  next: {
    package: 'next',
    file: (project, call) => {
      // Version 16 has renamed the file and its export.
      const name = majorOf(project, 'next') < 16 ? 'middleware' : 'proxy';
      return fileOf(`${nextRoot(project)}${name}`, 'next', `export const ${name} = ${call};`);
    },
  },
  nuxt: {
    package: 'nuxt',
    file: (_, call) => fileOf('server/middleware/render', 'nuxt', `export default ${call};`),
  },
  sveltekit: {
    package: '@sveltejs/kit',
    file: (_, call) => fileOf('src/hooks.server', 'sveltekit', `export const handle = ${call};`),
  },
};

/** The first number of the version that a project names; infinite for a word, such as `latest`. */
function majorOf({ packages }: Project, name: string): number {
  const found = /^\D{0,2}(?<major>\d+)/.exec(packages.get(name) ?? '');
  return Number(found?.groups?.['major'] ?? Number.POSITIVE_INFINITY);
}

/** Packages of the frameworks whose apps are created in code, the most specific first. */
const CODE = [
  ['nest', '@nestjs/core'],
  ['fastify', 'fastify'],
  ['koa', 'koa'],
  ['hono', 'hono'],
  ['express', 'express'],
] as const;

/** The framework of a project, if a middleware for it can be mounted. */
export function frameworkOf({ packages }: Project): string | undefined {
  const byFile = Object.entries(FILES).find(([, { package: name }]) => packages.has(name))?.[0];
  if (byFile === undefined && packages.has('@react-router/dev')) return 'react-router';
  return byFile ?? CODE.find(([, name]) => packages.has(name))?.[0];
}

/** Frameworks for which render-middleware has no module. */
const OTHERS = ['astro', '@hapi/hapi', 'h3', '@tanstack/react-start', '@tanstack/solid-start'];

/** Plans the middleware. @param named the file of `--entry` */
export function planMiddleware(project: Project, plan: Plan, addresses: Addresses, named: string | undefined): void {
  const call = `renderMiddleware({ proxyUrl: '${addresses.renderer}', origin: '${addresses.origin}' })`;
  const known = project.sources.find(({ text }) => /['"]render-middleware\//.test(text));
  if (known !== undefined) return plan.present(known.name, ABOUT);
  const id = frameworkOf(project);
  const file = id === undefined ? undefined : FILES[id];
  if (file !== undefined) return createFile(project, plan, id ?? '', file.file(project, call), call);
  if (id === 'react-router') return planReactRouter(project, plan, ABOUT, call, majorOf(project, '@react-router/dev'));
  const isBare = id === undefined && !OTHERS.some((name) => project.packages.has(name));
  const server = isBare ? serverFile(project, named) : undefined;
  if (server !== undefined) return wrapServer(project, plan, server.name, call);
  const kind = id === undefined ? undefined : APPS[id];
  if (id === undefined || kind === undefined) {
    const isRoot = project.workspaces.length > 0;
    const other = OTHERS.find((name) => project.packages.has(name));
    const reason = other === undefined ? 'no framework was found' : `render-middleware has no module for ${other}`;
    return plan.byHand(null, isRoot ? 'this is the root of a workspace: run init in an application' : reason, {
      about: ABOUT,
      lines: [
        'page-renderer init --server nginx, caddy, apache or cloudflare writes the lines for a web server;',
        'node_modules/render-middleware/docs/integrations.md has those for other frameworks.',
      ],
    });
  }
  const entry = entryOf(project, kind, named);
  const app = entry?.app ?? 'app';
  const lines = [id === 'fastify' ? `await ${app}.register(${call});` : `${app}.use(${call});`];
  const imports = [['renderMiddleware', `render-middleware/${id}`]] as const;
  const byHand = { about: ABOUT, lines: [`import { renderMiddleware } from 'render-middleware/${id}';`, ...lines] };
  if (entry === undefined) {
    return plan.byHand(null, withoutEntry(project, kind, named), byHand);
  }
  // Before static files, too: the page that a bot asks for may be one.
  plan.edit(entry.file.name, byHand, (text) =>
    withAppLines(text, entry, kind, { imports, lines, place: 'first', isModule: project.isModule }),
  );
}

/** Node's own server. */
function wrapServer(project: Project, plan: Plan, file: string, call: string): void {
  const isTyped = file.endsWith('ts');
  const pages = isTyped ? '(pages: RequestListener): RequestListener' : '(pages)';
  const own = [['renderMiddleware', 'render-middleware/node']] as const;
  const lines = [
    `const render = ${call};`,
    `const withRenders = ${pages} => (request, response) => render(request, response, () => pages(request, response));`,
  ];
  const imports = isTyped ? ([['type RequestListener', 'node:http'], ...own] as const) : own;
  const byHand = {
    about: ABOUT,
    lines: [
      "import { renderMiddleware } from 'render-middleware/node';",
      ...lines,
      'createServer(withRenders(yourPages))',
    ],
  };
  plan.edit(file, byHand, (text) => withWrapper(file, text, project.isModule, { name: 'withRenders', imports, lines }));
}

function createFile(project: Project, plan: Plan, id: string, { place, lines }: MiddlewareFile, call: string): void {
  const extension = project.isTypeScript ? 'ts' : 'js';
  const other = project.sources.find(({ name }) => name === `${place}.ts` || name === `${place}.js`);
  if (other === undefined) plan.create(`${place}.${extension}`, ABOUT, lines);
  else if (id === 'sveltekit') {
    const imports = [['renderMiddleware', 'render-middleware/sveltekit']] as const;
    plan.edit(other.name, { about: ABOUT, lines }, (text) =>
      withHandle(text, { imports, expression: call, isFirst: true }),
    );
  } else plan.byHand(other.name, 'this file exists already', { about: ABOUT, lines });
  if (id === 'next') keepVary(project, plan, extension);
}

/** The file that Next runs when it starts. */
function keepVary(project: Project, plan: Plan, extension: string): void {
  const about = 'keeps Vary in the pages of the App Router';
  const own = project.sources.find(({ name }) => /^(?:src\/)?instrumentation\.[jt]s$/.test(name));
  if (own === undefined) {
    const line = "export { register } from 'render-middleware/next';";
    return plan.create(`${nextRoot(project)}instrumentation.${extension}`, about, [line]);
  }
  const imports = [['register as keepVary', 'render-middleware/next']] as const;
  const lines = ["import { register as keepVary } from 'render-middleware/next';", 'keepVary(); // in register()'];
  plan.edit(own.name, { about, lines }, (text) => withRegistered(text, 'keepVary();', imports));
}

/** render-middleware in a project: a few lines in the file that creates the app, or a new file. */
import type { Plan } from './changes/plan.ts';
import type { Project } from './project/project.ts';
import { withHandle } from './source/hooks.ts';
import { APPS, entryOf, withAppLines, withoutEntry } from './source/apps.ts';

/** Addresses that are written into the project. */
export interface Addresses {
  /** Public origin of the site, without a path. */
  readonly origin: string;
  /** Origin of the renderer. */
  readonly renderer: string;
}

const ABOUT = 'sends bots to the renderer';

/** Frameworks with a file of their own for middleware, by their id: the package that shows them, and the file. */
const FILES: Readonly<
  Record<string, { readonly package: string; readonly file: string; readonly lines: (options: string) => string[] }>
> = {
  next: {
    package: 'next',
    file: 'proxy',
    lines: (options) => [
      "import { renderMiddleware } from 'render-middleware/next';",
      '',
      `export const proxy = renderMiddleware(${options});`,
    ],
  },
  nuxt: {
    package: 'nuxt',
    file: 'server/middleware/render',
    lines: (options) => [
      "import { renderMiddleware } from 'render-middleware/nuxt';",
      '',
      `export default renderMiddleware(${options});`,
    ],
  },
  sveltekit: {
    package: '@sveltejs/kit',
    file: 'src/hooks.server',
    lines: (options) => [
      "import { renderMiddleware } from 'render-middleware/sveltekit';",
      '',
      `export const handle = renderMiddleware(${options});`,
    ],
  },
};

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
  return byFile ?? CODE.find(([, name]) => packages.has(name))?.[0];
}

/** Plans the middleware. @param named the file of `--entry` */
export function planMiddleware(project: Project, plan: Plan, addresses: Addresses, named: string | undefined): void {
  const options = `{ proxyUrl: '${addresses.renderer}', origin: '${addresses.origin}' }`;
  const known = project.sources.find(({ text }) => /['"]render-middleware\//.test(text));
  if (known !== undefined) return plan.present(known.name, ABOUT);
  const id = frameworkOf(project);
  const file = id === undefined ? undefined : FILES[id];
  if (file !== undefined) return createFile(project, plan, file.file, file.lines(options));
  const kind = id === undefined ? undefined : APPS[id];
  if (id === undefined || kind === undefined) {
    const isRoot = project.workspaces.length > 0;
    return plan.byHand(
      null,
      isRoot ? 'this is the root of a workspace: run init in an application' : 'no framework was found',
      {
        about: ABOUT,
        lines: [
          'page-renderer init --server nginx, caddy, apache or cloudflare writes the lines for a web server;',
          'node_modules/render-middleware/docs/integrations.md has those for other frameworks.',
        ],
      },
    );
  }
  const entry = entryOf(project, kind, named);
  const call = `renderMiddleware(${options})`;
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

function createFile(project: Project, plan: Plan, stem: string, lines: readonly string[]): void {
  const isBelowSource = stem === 'proxy' && project.sources.some(({ name }) => name.startsWith('src/app/'));
  const place = `${isBelowSource ? 'src/' : ''}${stem}`;
  const other = project.sources.find(({ name }) => name === `${place}.ts` || name === `${place}.js`);
  if (other !== undefined && stem === 'src/hooks.server') {
    const [expression = ''] = /renderMiddleware\(\{.*\}\)/.exec(lines.join('\n')) ?? [];
    const imports = [['renderMiddleware', 'render-middleware/sveltekit']] as const;
    return plan.edit(other.name, { about: ABOUT, lines }, (text) =>
      withHandle(text, { imports, expression, isFirst: true }),
    );
  }
  if (other !== undefined) return plan.byHand(other.name, 'this file exists already', { about: ABOUT, lines });
  const extension = project.isTypeScript ? 'ts' : 'js';
  plan.create(`${place}.${extension}`, ABOUT, lines);
  if (stem !== 'proxy') return;
  const register = "export { register } from 'render-middleware/next';";
  const about = 'keeps Vary in the pages of the App Router';
  const instrumentation = project.sources.find(({ name }) => /^(?:src\/)?instrumentation\.[jt]s$/.test(name));
  if (instrumentation === undefined) {
    plan.create(`${isBelowSource ? 'src/' : ''}instrumentation.${extension}`, about, [register]);
  } else plan.byHand(instrumentation.name, 'this file exists already', { about, lines: [register] });
}

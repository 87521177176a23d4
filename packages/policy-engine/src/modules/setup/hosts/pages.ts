/** Frameworks that find their routes by files: the engine is mounted by new files. */
import { closingAt, codeOf, nextRoot, type Project, withHandle, withRegistered } from '#project-setup';
import type { HostCall, HostSetup } from './host.ts';
import { importOf, mountedIn } from './host.ts';
import { baseOf } from '../project/base.ts';

const MOUNTS = 'mounts the engine at /policies';
const STARTS = 'starts the background jobs, which seal the ledger';

const has = (project: Project, pattern: RegExp) => project.sources.find(({ name }) => pattern.test(name))?.name;
const engineIn = (project: Project, folder: string) => `${folder}engine.${project.isTypeScript ? 'ts' : 'mjs'}`;

/** A new file. @param pattern of its name, with any ending; a file of the project that has it stays as it is */
function createOr(call: HostCall, file: string, about: string, lines: readonly string[], pattern: RegExp): void {
  const other = has(call.project, pattern);
  if (other === undefined) call.plan.create(file, about, lines);
  else if (call.plan.textOf(other) === `${lines.join('\n')}\n`) call.plan.present(other, about);
  else call.plan.byHand(other, 'this file exists already', { about, lines });
}

/** The route file of a framework, unless the engine is mounted already. */
function mountBy(call: HostCall, host: string, file: string, lines: readonly string[], pattern: RegExp): void {
  const known = mountedIn(call.project, host);
  if (known === undefined) createOr(call, file, MOUNTS, lines, pattern);
  else call.plan.present(known, MOUNTS);
}

const NEXT: HostSetup = {
  engineFile: (project) => engineIn(project, nextRoot(project)),
  mount(call) {
    const { project, engine, plan, extension } = call;
    const root = nextRoot(project);
    const bare = (from: string) => importOf(project, from, engine).replace(/\.ts$|\.js$/, '');
    const route = `${root}app/policies/[[...path]]/route.${extension}`;
    mountBy(
      call,
      'next',
      route,
      [
        "import { policyEngine } from 'policy-engine/next';",
        `import { engine } from '${bare(route)}';`,
        '',
        'export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = policyEngine(engine);',
      ],
      /^(?:src\/)?app\/policies\/\[\[\.\.\.path\]\]\/route\./,
    );
    const instrumentation = `${root}instrumentation.${extension}`;
    const starting = [
      'export async function register() {',
      "  if (process.env.NEXT_RUNTIME !== 'nodejs') return;",
      `  const { engine } = await import('${bare(instrumentation)}');`,
      '  engine.start();',
      '}',
    ];
    const first = project.sources.find(({ name }) => /^(?:src\/)?(?:proxy|middleware)\.[jt]s$/.test(name));
    if (first !== undefined && !/policies|render-middleware\//.test(first.text)) {
      plan.byHand(first.name, 'only you know which requests it answers', {
        about: 'leaves /policies to the engine',
        lines: ["matcher: ['/((?!policies|_next).*)'] // what it matches, without /policies"],
      });
    }
    const own = project.sources.find(({ name }) => /^(?:src\/)?instrumentation\.[jt]s$/.test(name));
    if (own === undefined) plan.create(instrumentation, STARTS, starting);
    else if (/engine\.start\(/.test(own.text)) plan.present(own.name, STARTS);
    else {
      const line = `if (process.env.NEXT_RUNTIME === 'nodejs') (await import('${bare(own.name)}')).engine.start();`;
      plan.edit(own.name, { about: STARTS, lines: starting }, (text) => withRegistered(text, line));
    }
  },
};

const SVELTEKIT: HostSetup = {
  engineFile: (project) => (project.isTypeScript ? 'src/lib/server/engine.ts' : 'src/lib/server/engine.js'),
  mount(call) {
    const bare = importOf(call.project, 'src/hooks.server.ts', call.engine).replace(/\.ts$|\.js$/, '');
    const imports = [
      ['policyEngine', 'policy-engine/sveltekit'],
      ['engine', `${bare}${call.extension === 'js' ? '.js' : ''}`],
    ] as const;
    const handle = { imports, expression: 'policyEngine(engine)', init: 'export const init = () => engine.start();' };
    const lines = [
      ...imports.map(([name, from]) => `import { ${name} } from '${from}';`),
      '',
      handle.init,
      'export const handle = policyEngine(engine);',
    ];
    const known = mountedIn(call.project, 'sveltekit');
    const own = has(call.project, /^src\/hooks\.server\.[jt]s$/);
    if (known !== undefined) call.plan.present(known, MOUNTS);
    else if (own === undefined) call.plan.create(`src/hooks.server.${call.extension}`, MOUNTS, lines);
    else call.plan.edit(own, { about: MOUNTS, lines }, (text) => withHandle(text, handle));
  },
};

const NUXT: HostSetup = {
  engineFile: (project) => (project.isTypeScript ? 'server/utils/engine.ts' : 'server/utils/engine.mjs'),
  mount(call) {
    const { engine, extension, project } = call;
    const specifier = `../utils/${engine.split('/').at(-1)?.replace(/\.ts$/, '') ?? ''}`;
    mountBy(
      call,
      'nuxt',
      `server/middleware/policies.${extension}`,
      [
        "import { policyEngine } from 'policy-engine/nuxt';",
        `import { engine } from '${specifier}';`,
        '',
        'export default policyEngine(engine);',
      ],
      /^server\/middleware\/policies\./,
    );
    createOr(
      call,
      `server/plugins/policies.${extension}`,
      STARTS,
      [`import { engine } from '${specifier}';`, '', 'export default defineNitroPlugin(() => engine.start());'],
      /^server\/plugins\/policies\./,
    );
    const app = has(project, /^app\/app\.vue$/) === undefined && has(project, /^app\.vue$/) !== undefined ? '' : 'app/';
    createOr(
      call,
      `${app}plugins/policies.${extension}`,
      'loads the banner on every page',
      [
        'export default defineNuxtPlugin(() => {',
        '  useHead({',
        `    link: [{ rel: 'stylesheet', href: '${baseOf(project)}/policies/assets/consent.css' }],`,
        `    script: [{ type: 'module', src: '${baseOf(project)}/policies/assets/consent.js' }],`,
        '  });',
        '});',
      ],
      /^(?:app\/)?plugins\/policies\./,
    );
  },
  hasOwnBanner: true,
};

const REACT_ROUTER: HostSetup = {
  // A route module may use modules of the server only in its loaders.
  startsInEngine: true,
  engineFile: (project) => `app/engine.server.${project.isTypeScript ? 'ts' : 'js'}`,
  mount(call) {
    const { plan, project, extension, engine } = call;
    const routes = has(project, /^app\/routes\.[jt]s$/) ?? `app/routes.${extension}`;
    const text = plan.textOf(routes) ?? '';
    const isFlat = /\bflatRoutes\s*\(/.test(codeOf(text)) && !/export default \[/.test(text);
    const file = isFlat ? 'policies.$' : 'policies';
    const specifier = `../${engine.slice('app/'.length).replace(/\.ts$/, '').replace(/\.js$/, '')}`;
    mountBy(
      call,
      'react-router',
      `app/routes/${file}.${extension}`,
      [
        "import { policyEngine } from 'policy-engine/react-router';",
        `import { engine } from '${specifier}${extension === 'js' ? '.js' : ''}';`,
        '',
        'export const loader = policyEngine(engine);',
        'export const action = loader;',
      ],
      /^app\/routes\/policies\./,
    );
    if (isFlat) return;
    const about = 'the path of the route';
    const line = `route('policies/*', 'routes/policies.${extension}')`;
    if (text.includes('routes/policies.')) return plan.present(routes, about);
    plan.edit(routes, { about, lines: [`${line},`, '// in the array that is exported'] }, (before) =>
      routed(before, line),
    );
  },
};

/** Adds a route at the end of the exported array. */
function routed(text: string, line: string): string | undefined {
  const code = codeOf(text);
  const list = /^export default \[/m.exec(code);
  const imported = /import\s+\{(?<names>[^}]*)\}\s+from\s+(?<quote>['"])\s*\2/g;
  const routes = [...code.matchAll(imported)].find(({ index, 0: found }) =>
    text.slice(index, index + found.length).includes('@react-router/dev/routes'),
  );
  if (list === null || routes === undefined) return undefined;
  const opening = list.index + list[0].length - 1;
  const closing = closingAt(code, opening) - 1;
  const inside = code.slice(opening + 1, closing);
  const end = opening + 1 + inside.trimEnd().length;
  const glue = inside.trim() === '' || inside.trimEnd().endsWith(',') ? '' : ',';
  const quoted = routes.groups?.['quote'] === '"' ? line.replaceAll("'", '"') : line;
  const isLines = inside.includes('\n');
  const added = isLines ? `${glue}\n  ${quoted},` : `${glue}${inside.trim() === '' ? '' : ' '}${quoted}`;
  const withRoute = `${text.slice(0, end)}${added}${text.slice(end)}`;
  const names = routes.groups?.['names'] ?? '';
  if (/\broute\b/.test(names)) return withRoute;
  const at = routes.index + routes[0].indexOf('{') + 1 + names.trimEnd().replace(/,$/, '').length;
  const name = names.includes('\n') ? ',\n  route' : ', route';
  return `${withRoute.slice(0, at)}${name}${withRoute.slice(at)}`;
}

const ASTRO: HostSetup = {
  engineFile: (project) => `src/engine.${project.isTypeScript ? 'ts' : 'mjs'}`,
  mount(call) {
    const { project, plan, engine, extension } = call;
    const endpoint = `src/pages/policies/[...path].${extension}`;
    const known = has(project, /^src\/pages\/policies\/\[\.\.\.path\]\./);
    if (known !== undefined) return plan.present(known, MOUNTS);
    const typed = extension === 'ts';
    plan.create(endpoint, MOUNTS, [
      ...(typed ? ["import type { APIRoute } from 'astro';"] : []),
      `import { engine } from '../../${engine.slice('src/'.length).replace(/\.ts$/, '')}';`,
      '',
      'engine.start();',
      'export const prerender = false;',
      `export const ALL${typed ? ': APIRoute' : ''} = ({ request, clientAddress }) => engine.fetch(request, { ip: clientAddress });`,
    ]);
    const isServing = [...project.packages.keys()].some((name) => /^@astrojs\/(?:node|vercel|netlify)$/.test(name));
    if (isServing) return;
    plan.byHand('astro.config.mjs', 'an adapter is a decision of yours', {
      about: 'a server for the pages that are not static',
      lines: ['npx astro add node'],
    });
  },
};

/** Hosts of this kind, by the id of the framework. */
export const PAGES: Readonly<Record<string, HostSetup>> = {
  next: NEXT,
  sveltekit: SVELTEKIT,
  nuxt: NUXT,
  'react-router': REACT_ROUTER,
  astro: ASTRO,
};

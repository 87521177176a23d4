/** Frameworks that find their routes by files: the engine is mounted by new files. */
import type { Project } from '../project/project.ts';
import type { HostCall, HostSetup } from './host.ts';
import { importOf, mountedIn } from './host.ts';

const MOUNTS = 'mounts the engine at /policies';
const STARTS = 'starts the background jobs, which seal the ledger';

const has = (project: Project, pattern: RegExp) => project.sources.find(({ name }) => pattern.test(name))?.name;
const engineIn = (project: Project, folder: string) => `${folder}engine.${project.isTypeScript ? 'ts' : 'mjs'}`;

/** A new file, unless one of the project with the same name but another ending does that already. */
function createOr(call: HostCall, file: string, about: string, lines: readonly string[], pattern: RegExp): void {
  const other = has(call.project, pattern);
  if (other === undefined || other === file) call.plan.create(file, about, lines);
  else call.plan.byHand(other, 'this file exists already', { about, lines });
}

/** The route file of a framework, unless the engine is mounted already. */
function mountBy(call: HostCall, host: string, file: string, lines: readonly string[], pattern: RegExp): void {
  const known = mountedIn(call.project, host);
  if (known === undefined) createOr(call, file, MOUNTS, lines, pattern);
  else call.plan.present(known, MOUNTS);
}

const nextRoot = (project: Project) => (has(project, /^src\/app\//) === undefined ? '' : 'src/');

const NEXT: HostSetup = {
  engineFile: (project) => engineIn(project, nextRoot(project)),
  mount(call) {
    const { project, engine, plan, extension } = call;
    const root = nextRoot(project);
    if (has(project, /^(?:src\/)?app\//) === undefined) {
      return plan.byHand(null, 'there is no folder app/ (App Router)', {
        about: MOUNTS,
        lines: [
          "import { policyEngine } from 'policy-engine/next';",
          'export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = policyEngine(engine);',
        ],
      });
    }
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
    const started = project.sources.find(
      ({ name, text }) => /^(?:src\/)?instrumentation\./.test(name) && /engine\.start\(/.test(text),
    );
    if (started === undefined) createOr(call, instrumentation, STARTS, starting, /^(?:src\/)?instrumentation\.[jt]s$/);
    else plan.present(started.name, STARTS);
  },
};

const SVELTEKIT: HostSetup = {
  engineFile: (project) => (project.isTypeScript ? 'src/lib/server/engine.ts' : 'src/lib/server/engine.js'),
  mount(call) {
    mountBy(
      call,
      'sveltekit',
      `src/hooks.server.${call.extension}`,
      [
        "import { policyEngine } from 'policy-engine/sveltekit';",
        `import { engine } from './lib/server/engine${call.extension === 'js' ? '.js' : ''}';`,
        '',
        'export const init = () => engine.start();',
        'export const handle = policyEngine(engine);',
      ],
      /^src\/hooks\.server\.[jt]s$/,
    );
  },
};

const NUXT: HostSetup = {
  engineFile: (project) => (project.isTypeScript ? 'server/utils/engine.ts' : 'server/utils/engine.mjs'),
  mount(call) {
    const { engine, extension, plan, project } = call;
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
    plan.create(`server/plugins/policies.${extension}`, STARTS, [
      `import { engine } from '${specifier}';`,
      '',
      'export default defineNitroPlugin(() => engine.start());',
    ]);
    const app = has(project, /^app\/app\.vue$/) === undefined && has(project, /^app\.vue$/) !== undefined ? '' : 'app/';
    plan.create(`${app}plugins/policies.${extension}`, 'loads the banner on every page', [
      'export default defineNuxtPlugin(() => {',
      '  useHead({',
      "    link: [{ rel: 'stylesheet', href: '/policies/assets/consent.css' }],",
      "    script: [{ type: 'module', src: '/policies/assets/consent.js' }],",
      '  });',
      '});',
    ]);
  },
  hasOwnBanner: true,
};

const REACT_ROUTER: HostSetup = {
  // A route module may use modules of the server only in its loaders.
  startsInEngine: true,
  engineFile: (project) => `app/engine.server.${project.isTypeScript ? 'ts' : 'js'}`,
  mount(call) {
    const { plan, project, extension, engine } = call;
    const specifier = `../${engine.slice('app/'.length).replace(/\.ts$/, '').replace(/\.js$/, '')}`;
    mountBy(
      call,
      'react-router',
      `app/routes/policies.${extension}`,
      [
        "import { policyEngine } from 'policy-engine/react-router';",
        `import { engine } from '${specifier}${extension === 'js' ? '.js' : ''}';`,
        '',
        'export const loader = policyEngine(engine);',
        'export const action = loader;',
      ],
      /^app\/routes\/policies\./,
    );
    const routes = has(project, /^app\/routes\.[jt]s$/) ?? `app/routes.${extension}`;
    const about = 'the path of the route';
    const line = `route('policies/*', 'routes/policies.${extension}')`;
    const text = plan.textOf(routes) ?? '';
    if (text.includes('routes/policies.')) return plan.present(routes, about);
    plan.edit(routes, { about, lines: [`${line},`, '// in the array that is exported'] }, (before) =>
      routed(before, line),
    );
  },
};

/** Adds a route to the exported array. */
function routed(text: string, line: string): string | undefined {
  const list = /^export default \[(?<routes>[^]*?)\](?= satisfies|;|\s*$)/m.exec(text);
  const imported = /import\s+\{(?<names>[^}]*)\}\s+from\s+(?<from>['"])@react-router\/dev\/routes\2/.exec(text);
  if (list === null || imported === null) return undefined;
  const routes = list.groups?.['routes'] ?? '';
  const glue = routes.trim() === '' || /,\s*$/.test(routes) ? '' : ', ';
  const quoted = imported.groups?.['from'] === '"' ? line.replaceAll("'", '"') : line;
  const end = list.index + 'export default ['.length + routes.trimEnd().length;
  const indent = /\n\s*$/.test(routes) && glue === '' ? '\n  ' : '';
  const withRoute = `${text.slice(0, end)}${glue}${indent}${quoted}${indent === '' ? '' : ','}${text.slice(end)}`;
  const names = imported.groups?.['names'] ?? '';
  if (/\broute\b/.test(names)) return withRoute;
  const at = imported.index + imported[0].indexOf('{') + 1 + names.trimEnd().replace(/,$/, '').length;
  return `${withRoute.slice(0, at)}, route${withRoute.slice(at)}`;
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

/** TanStack Start: a route of the server, which is found by its place. */
import type { Project } from '#project-setup';
import type { HostSetup } from './host.ts';
import { importOf } from './host.ts';

const ABOUT = 'mounts the engine at /policies';

/** The package of the router: of React or of Solid. */
const routerOf = ({ packages }: Project) => (packages.has('@tanstack/solid-start') ? 'solid' : 'react');

/** See {@link HostSetup}. */
export const TANSTACK_START: HostSetup = {
  // A route is loaded by its first request; the engine should not wait for that of the policies.
  startsInEngine: true,
  engineFile: ({ isTypeScript }) => `src/engine.${isTypeScript ? 'ts' : 'js'}`,
  mount({ project, plan, engine, extension }) {
    const route = `src/routes/policies/$.${extension}`;
    const known = project.sources.find(({ name }) => /^src\/routes\/policies(?:\/|\.)\$\.[jt]sx?$/.test(name));
    if (known !== undefined) return plan.present(known.name, ABOUT);
    const kind = routerOf(project);
    plan.create(route, ABOUT, [
      `import { createFileRoute } from '@tanstack/${kind}-router';`,
      `import { getRequestIP } from '@tanstack/${kind}-start/server';`,
      `import { engine } from '${importOf(project, route, engine).replace(/\.[jt]s$/, '')}';`,
      '',
      "export const Route = createFileRoute('/policies/$')({",
      '  server: {',
      '    handlers: {',
      '      ANY: ({ request }) => engine.fetch(request, { ip: getRequestIP() }),',
      '    },',
      '  },',
      '});',
    ]);
  },
};

/** Node's own server. */
import { serverFile, withWrapper } from '#project-setup';
import { type HostSetup, importOf, mountedIn } from './host.ts';

const LINES = [
  'const policies = policyEngine(engine);',
  'const withPolicies = (pages) => (request, response) => policies(request, response, () => pages(request, response));',
  'engine.start();',
];
/** The same with types. */
const TYPED = LINES.map((line) => line.replace('(pages)', '(pages: RequestListener): RequestListener'));

/** Node's own server. */
export const NODE: HostSetup = {
  engineFile(project, entry) {
    const name = serverFile(project, entry)?.name ?? 'server.js';
    const folder = name.slice(0, name.lastIndexOf('/') + 1);
    return `${folder}${name.endsWith('ts') ? 'engine.ts' : 'engine.mjs'}`;
  },
  mount({ project, plan, engine, entry }) {
    const about = 'mounts the engine at /policies';
    const known = mountedIn(project, 'node');
    if (known !== undefined) return plan.present(known, about);
    const file = serverFile(project, entry)?.name;
    const own = [
      ['policyEngine', 'policy-engine/node'],
      ['engine', importOf(project, file ?? 'server.js', engine)],
    ] as const;
    const isTyped = file?.endsWith('ts') === true;
    const lines = isTyped ? TYPED : LINES;
    const imports = isTyped ? ([['type RequestListener', 'node:http'], ...own] as const) : own;
    const byHand = {
      about,
      lines: [
        ...own.map(([name, from]) => `import { ${name} } from '${from}';`),
        ...lines,
        'createServer(withPolicies(yourPages))',
      ],
    };
    if (file === undefined)
      return plan.byHand(null, 'no single file creates the server (name it with --entry)', byHand);
    plan.edit(file, byHand, (text) =>
      withWrapper(file, text, project.isModule, { name: 'withPolicies', imports, lines }),
    );
  },
};

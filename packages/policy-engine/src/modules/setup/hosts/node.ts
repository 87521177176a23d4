/** A server of Node without a framework: the function that answers is wrapped. */
import {
  codeOf,
  insertedBefore,
  inStyle,
  type Project,
  type SourceFile,
  statementsFrom,
  styleOf,
  withImports,
} from '#project-setup';
import { type HostSetup, importOf, mountedIn } from './host.ts';

const CREATED = /\bcreateServer\s*\(/;
const LINES = [
  'const policies = policyEngine(engine);',
  'const withPolicies = (pages) => (request, response) => policies(request, response, () => pages(request, response));',
  'engine.start();',
];
/** The same with types. */
const TYPED = LINES.map((line) => line.replace('(pages)', '(pages: RequestListener): RequestListener'));

function serverFile(project: Project, named?: string): SourceFile | undefined {
  const found = project.sources.filter(({ name, text }) => /\.[cm]?[jt]s$/.test(name) && CREATED.test(codeOf(text)));
  return named === undefined ? (found.length === 1 ? found[0] : undefined) : found.find(({ name }) => name === named);
}

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
    const imports = [
      ['policyEngine', 'policy-engine/node'],
      ['engine', importOf(project, file ?? 'server.js', engine)],
    ] as const;
    const isTyped = file?.endsWith('ts') === true;
    const own = isTyped ? TYPED : LINES;
    const lines = [...imports.map(([name, from]) => `import { ${name} } from '${from}';`), ...own];
    const byHand = { about, lines: [...lines, 'createServer(withPolicies(yourPages))'] };
    if (file === undefined)
      return plan.byHand(null, 'no single file creates the server (name it with --entry)', byHand);
    plan.edit(file, byHand, (text) => {
      const wrapped = withWrappedHandler(text);
      if (wrapped === undefined) return undefined;
      const style = styleOf(text, /\.m[jt]s$/.test(file) || (project.isModule && !/\.c[jt]s$/.test(file)));
      const all = isTyped ? ([['type RequestListener', 'node:http'], ...imports] as const) : imports;
      const at = CREATED.exec(codeOf(wrapped))?.index ?? 0;
      return withImports(insertedBefore(wrapped, statementAt(wrapped, at), inStyle(own, style), style), all, style);
    });
  },
};

function statementAt(text: string, offset: number): number {
  return statementsFrom(codeOf(text), offset)[0]?.from ?? offset;
}

/** `createServer(handler)` or `createServer(options, handler)` with the handler wrapped; undefined if it has none. */
function withWrappedHandler(text: string): string | undefined {
  const code = codeOf(text);
  const calls = [...code.matchAll(new RegExp(CREATED, 'g'))];
  if (calls.length !== 1) return undefined;
  let from = calls[0]!.index + calls[0]![0].length;
  let depth = 1;
  for (let at = from; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth += 1;
    if (')]}'.includes(code[at]!)) depth -= 1;
    if (depth === 1 && code[at] === ',' && code.slice(at + 1).trimStart()[0] !== ')') from = at + 1;
    if (depth > 0) continue;
    const end = text.slice(from, at).search(/,?\s*$/) + from;
    const start = from + /^\s*/.exec(text.slice(from))![0].length;
    // Options alone: the handler is added as a listener somewhere else.
    const isHandler = /^(?:async\b|function\b|\(|\w+\s*=>|[\w.]+$)/.test(code.slice(start, end));
    return isHandler ? `${text.slice(0, start)}withPolicies(${text.slice(start, end)})${text.slice(end)}` : undefined;
  }
  return undefined;
}

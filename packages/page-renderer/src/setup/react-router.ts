/** The middleware in React Router, in framework mode: an export of the root route. */
import { codeOf, inStyle, type Plan, type Project, styleOf, withImports } from '#project-setup';

const IMPORTS = [['renderMiddleware', 'render-middleware/react-router']] as const;

/**
 * Plans it.
 *
 * @param call the middleware, as an expression
 * @param major version of React Router; version 7 runs middleware by a flag
 */
export function planReactRouter(project: Project, plan: Plan, about: string, call: string, major: number): void {
  const root = project.sources.find(({ name }) => /^(?:app|src\/app|src)\/root\.[jt]sx?$/.test(name))?.name;
  const lines = [
    ...IMPORTS.map(([name, from]) => `import { ${name} } from '${from}';`),
    `export const middleware = [${call}];`,
  ];
  if (root === undefined) plan.byHand(null, 'app/root was not found', { about, lines });
  else plan.edit(root, { about, lines }, (text) => withMiddleware(text, call));
  if (major > 7) return;
  const config = project.sources.find(({ name }) => /^react-router\.config\.[cm]?[jt]s$/.test(name));
  if (config !== undefined && /\bv8_middleware\s*:\s*true\b/.test(codeOf(config.text))) return;
  plan.byHand(config?.name ?? 'react-router.config.ts', 'the flag changes the context of loaders and actions', {
    about: 'lets React Router 7 run middleware',
    lines: ['future: { v8_middleware: true },'],
  });
}

/** The root route with the middleware before its own; undefined if its own is not a list. */
function withMiddleware(text: string, call: string): string | undefined {
  const code = codeOf(text);
  const style = styleOf(text, true);
  const [expression = call] = inStyle([call], style);
  const own = /\bexport\s+const\s+middleware\b[^=;]*=\s*\[/.exec(code);
  if (own !== null) {
    const at = own.index + own[0].length;
    const glue = /^\s*\]/.test(code.slice(at)) ? '' : ', ';
    return withImports(`${text.slice(0, at)}${expression}${glue}${text.slice(at)}`, IMPORTS, style);
  }
  if (/\bmiddleware\b/.test(code)) return undefined;
  const [line = ''] = inStyle([`export const middleware = [${call}];`], style);
  const glue = text.endsWith('\n') ? style.newline : style.newline.repeat(2);
  return withImports(`${text}${glue}${line}${style.newline}`, IMPORTS, style);
}

/** Files that a framework reads hooks from, when the project has them already. */
import { codeOf } from './code.ts';
import { hasName, type Imports, inStyle, styleOf, withImports } from './insert.ts';

/** A hook `handle` of SvelteKit that is added to the project's own. */
export interface Handle {
  readonly imports: Imports;
  /** The hook, as an expression. */
  readonly expression: string;
  /** A line that exports `init`, if the project has none; undefined if none is needed. */
  readonly init?: string;
  /** Whether it goes before the project's own. Default: false. */
  readonly isFirst?: boolean;
}

/** Names for the handle of the project: another product may have taken the first. */
const OWN = ['handleOfApp', 'handleOfAppAndMore'];

/** `src/hooks.server` with another handle after its own, which may set `locals`; undefined if it is written in an unknown way. */
export function withHandle(text: string, { imports, expression, init, isFirst = false }: Handle): string | undefined {
  const code = codeOf(text);
  const names = [...code.matchAll(/(?<![.\w$])handle(?![\w$])(?!\s*:)|(?<=\b(?:const|let)\s)handle\b/g)];
  const exported = /\bexport\s+(?=(?:const|let)\s+handle\b|(?:async\s+)?function\s+handle\s*\()/.exec(code);
  const own = OWN.find((name) => !hasName(text, name));
  if (names.length !== (exported === null ? 0 : 1) || own === undefined) return undefined;
  if (/\bexport\s*\{/.test(code)) return undefined;
  if (init !== undefined && /\bexport\s+(?:const|let|(?:async\s+)?function)\s+init\b/.test(code)) return undefined;
  const style = styleOf(text, true);
  const both = isFirst ? [expression, own] : [own, expression];
  const called = exported === null ? expression : `sequence(${both.join(', ')})`;
  const lines = inStyle([...(init === undefined ? [] : [init]), `export const handle = ${called};`], style);
  const renamed =
    exported === null
      ? text
      : text.slice(0, exported.index) + text.slice(exported.index + exported[0].length).replace(/\bhandle\b/, own);
  const glue = renamed.endsWith('\n') ? style.newline : style.newline.repeat(2);
  const added: Imports =
    exported === null || hasName(text, 'sequence') ? imports : [['sequence', '@sveltejs/kit/hooks'], ...imports];
  return withImports(`${renamed}${glue}${lines.join(style.newline)}${style.newline}`, added, style);
}

/**
 * `instrumentation` of Next with a line at the beginning of its `register`; undefined if it has no such function, and does not pass on
 * that of a package.
 */
export function withRegistered(text: string, line: string, imports: Imports = []): string | undefined {
  const code = codeOf(text);
  const style = styleOf(text, true);
  const passedOn = /^export\s*\{\s*register\s*\}\s*from\s*['"](?<from>[^'"]+)['"];?[^\S\n]*$/m.exec(text);
  if (passedOn !== null && !hasName(code, 'registerPackage')) {
    const lines = ['export async function register() {', '  await registerPackage();', `  ${line}`, '}'];
    const own = inStyle(lines, style).join(style.newline);
    const from = passedOn.groups?.['from'] ?? '';
    const replaced = text.slice(0, passedOn.index) + own + text.slice(passedOn.index + passedOn[0].length);
    return withImports(replaced, [['register as registerPackage', from], ...imports], style);
  }
  const head = /\bexport\s+(?:async\s+)?function\s+register\s*\([^()]*\)[^{};]*\{/.exec(code);
  if (head === null || (/\bawait\b/.test(line) && !head[0].includes('async'))) return undefined;
  const at = head.index + head[0].length;
  const indent = /\n(?<indent>[ \t]+)\S/.exec(text.slice(at))?.groups?.['indent'] ?? '  ';
  const added = `${text.slice(0, at)}${style.newline}${indent}${inStyle([line], style)[0] ?? ''}${text.slice(at)}`;
  return withImports(added, imports, style);
}

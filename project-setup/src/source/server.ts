/** A server of Node without a framework: the function that answers is wrapped. */
import type { Project, SourceFile } from '../project.ts';
import { codeOf, statementsFrom } from './code.ts';
import { type Imports, inStyle, insertedBefore, styleOf, withImports } from './insert.ts';

const CREATED = /\bcreateServer\s*\(/;

/** What is put around the function that answers. */
export interface Wrapper {
  /** Of a function that takes the project's own, and returns one of the same kind. */
  readonly name: string;
  readonly imports: Imports;
  /** Statements before the server is created, with types in TypeScript. */
  readonly lines: readonly string[];
}

/** The only file that creates a server, or that of `--entry`; undefined if there is none. */
export function serverFile(project: Project, named?: string): SourceFile | undefined {
  const found = project.sources.filter(({ name, text }) => /\.[cm]?[jt]s$/.test(name) && CREATED.test(codeOf(text)));
  return named === undefined ? (found.length === 1 ? found[0] : undefined) : found.find(({ name }) => name === named);
}

/** The text of a file with the function wrapped; undefined if it creates no server, several, or one without a function. */
export function withWrapper(file: string, text: string, isModule: boolean, wrapper: Wrapper): string | undefined {
  const { name, imports, lines } = wrapper;
  const wrapped = withWrappedHandler(text, name);
  if (wrapped === undefined) return undefined;
  const style = styleOf(text, /\.m[jt]s$/.test(file) || (isModule && !/\.c[jt]s$/.test(file)));
  const offset = CREATED.exec(codeOf(wrapped))?.index ?? 0;
  const at = statementsFrom(codeOf(wrapped), offset)[0]?.from ?? offset;
  return withImports(insertedBefore(wrapped, at, inStyle(lines, style), style), imports, style);
}

/** `createServer(handler)` or `createServer(options, handler)` with the handler wrapped; undefined if it has none. */
function withWrappedHandler(text: string, name: string): string | undefined {
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
    // Options alone: the handler is added as a listener somewhere else. The other product's `init` has wrapped it as `withPolicies(…)`.
    const isHandler = /^(?:async\b|function\b|\(|\w+\s*=>|with[A-Z]\w*\(|[\w.]+$)/.test(code.slice(start, end));
    return isHandler ? `${text.slice(0, start)}${name}(${text.slice(start, end)})${text.slice(end)}` : undefined;
  }
  return undefined;
}

/** Lines inserted into a source file, in its own style. */
import { codeOf, depthAt, lineStart, statementsFrom } from './code.ts';

/** How a file is written. */
export interface Style {
  readonly quote: "'" | '"';
  /** `;`, or empty. */
  readonly semicolon: ';' | '';
  /** Whether it imports by `import` statements, not by `require`. */
  readonly isImporting: boolean;
  /** `\n` or `\r\n`. */
  readonly newline: string;
}

/** @param isModule how a file without imports is read */
export function styleOf(text: string, isModule: boolean): Style {
  const code = codeOf(text);
  const count = (pattern: RegExp) => code.match(pattern)?.length ?? 0;
  const imports = count(/^\s*import\b/gm);
  return {
    quote: count(/"/g) > count(/'/g) ? '"' : "'",
    semicolon: count(/;\s*$/gm) === 0 && count(/\)\s*$/gm) > 0 ? '' : ';',
    isImporting: imports > 0 || (isModule && count(/\brequire\s*\(/g) === 0),
    newline: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

/** Lines that were written with `'` and `;`, in the style of a file. */
export function inStyle(lines: readonly string[], { quote, semicolon }: Style): string[] {
  return lines.map((line) => {
    const quoted = quote === '"' && !line.includes('"') ? line.replaceAll("'", '"') : line;
    return semicolon === '' ? quoted.replace(/;$/, '') : quoted;
  });
}

/** Imports of a file: names by specifier. */
export type Imports = ReadonlyArray<readonly [names: string, from: string]>;

/** The import lines in the style of a file. */
export function importLines(imports: Imports, style: Style): string[] {
  return inStyle(
    imports.map(([names, from]) =>
      style.isImporting
        ? `import { ${names} } from '${from}';`
        : `const { ${names.replaceAll(' as ', ': ')} } = require('${from}');`,
    ),
    style,
  );
}

/** Whether a text has an identifier of its own with a name. */
export function hasName(text: string, name: string): boolean {
  return new RegExp(`(?<![.\\w$])${name}(?![\\w$])(?!\\s*:)`).test(codeOf(text));
}

/** Adds imports after those of a file, or before its first statement. */
export function withImports(text: string, imports: Imports, style: Style): string {
  const lines = importLines(imports, style);
  const code = codeOf(text);
  const pattern = style.isImporting ? /^import\b/gm : /^(?:const|let|var)\s+[^=]+=\s*require\s*\(/gm;
  const last = [...code.matchAll(pattern)].findLast(({ index }) => depthAt(code, index) === 0);
  if (last === undefined) {
    const start = /^(?:#![^\n]*\n)?(?:\s*(['"])use strict\1;?[^\n]*\n)?/.exec(text)?.[0].length ?? 0;
    const rest = text.slice(start);
    const gap = lines.length === 0 || /^\s*(?:\n|$)/.test(rest) ? '' : style.newline;
    return text.slice(0, start) + lines.map((line) => line + style.newline).join('') + gap + rest;
  }
  const [statement] = statementsFrom(code, last.index);
  return insertedAfter(text, statement?.to ?? last.index, lines, style);
}

/** Inserts lines after the line in which an offset is, with its indentation. */
export function insertedAfter(
  text: string,
  offset: number,
  lines: readonly string[],
  style: Style,
  indent = '',
): string {
  const end = text.indexOf('\n', offset);
  const at = end === -1 ? text.length : end + 1;
  const block = lines.map((line) => `${indent}${line}${style.newline}`).join('');
  const before = text.slice(0, at);
  return `${before}${before.endsWith('\n') ? '' : style.newline}${block}${text.slice(at)}`;
}

/** Inserts lines before the line in which an offset is, with its indentation. */
export function insertedBefore(text: string, offset: number, lines: readonly string[], style: Style): string {
  const at = lineStart(text, offset);
  const indent = /^[ \t]*/.exec(text.slice(at))?.[0] ?? '';
  return text.slice(0, at) + lines.map((line) => `${indent}${line}${style.newline}`).join('') + text.slice(at);
}

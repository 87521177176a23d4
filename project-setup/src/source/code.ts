/**
 * Source text of JavaScript and TypeScript, far enough understood to insert a line at the right place: what is code and what is a
 * comment or a string, where statements end, and how deep they are. This is no parser. Whoever inserts something lets Node parse the
 * result (`parses`), and changes nothing if it does not parse.
 */

/** The text with comments and the contents of strings as blanks: the same length, the same lines, quotes left in place. */
export function codeOf(text: string): string {
  let code = '';
  const templates: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length;) {
    const end = literalEnd(text, at, code);
    if (end > at) {
      code += blanked(text.slice(at, end));
      at = end;
      continue;
    }
    const character = text[at]!;
    if (character === '`' || (character === '}' && templates.at(-1) === depth)) {
      if (character === '}') templates.pop();
      const stop = templateEnd(text, at + 1);
      code += `${character}${text.slice(at + 1, stop.at).replaceAll(/[^\n]/g, ' ')}`;
      at = stop.at;
      if (stop.isSubstitution) {
        templates.push(depth);
        code += '${';
        at += 2;
      } else {
        code += '`';
        at += 1;
      }
      continue;
    }
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    code += character;
    at += 1;
  }
  return code.slice(0, text.length);
}

/** The end of a comment, a string or a regular expression that begins here; `at` if none does. */
function literalEnd(text: string, at: number, before: string): number {
  const pattern = text.startsWith('//', at)
    ? /\/\/[^\n]*/y
    : text.startsWith('/*', at)
      ? /\/\*[^]*?(?:\*\/|$)/y
      : text[at] === '"'
        ? /"(?:[^"\\\n]|\\[^])*"?/y
        : text[at] === "'"
          ? /'(?:[^'\\\n]|\\[^])*'?/y
          : text[at] === '/' && /(?:^|[=([{,;:!&|?+\-*%~^<>]|\breturn|=>)\s*$/.test(before)
            ? /\/(?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y
            : undefined;
  if (pattern === undefined) return at;
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

function blanked(literal: string): string {
  const inside = (text: string) => text.replaceAll(/[^\n]/g, ' ');
  const [first = ''] = literal;
  return first === '/' ? inside(literal) : `${first}${inside(literal.slice(1, -1))}${literal.length > 1 ? first : ''}`;
}

function templateEnd(text: string, from: number): { readonly at: number; readonly isSubstitution: boolean } {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '`') return { at, isSubstitution: false };
    else if (text.startsWith('${', at)) return { at, isSubstitution: true };
  }
  return { at: text.length, isSubstitution: false };
}

/** A statement of one block: the offsets of its first character and of the one after its last. */
export interface Statement {
  readonly from: number;
  readonly to: number;
  /** The number of blocks around it. */
  readonly depth: number;
}

const OPENING = '([{';
const CLOSING = ')]}';

/** The statements of the block in which an offset is, from the one that contains it on. */
export function statementsFrom(code: string, offset: number): Statement[] {
  const statements: Statement[] = [];
  const depth = depthAt(code, offset);
  let from = lineStart(code, offset);
  while (from < code.length) {
    const start = from + (/^\s*/.exec(code.slice(from))?.[0].length ?? 0);
    if (start >= code.length || CLOSING.includes(code[start]!)) break;
    const to = statementEnd(code, start);
    statements.push({ from: start, to, depth });
    from = to;
  }
  return statements;
}

/** The number of brackets that are open before an offset. */
export function depthAt(code: string, offset: number): number {
  let depth = 0;
  for (const character of code.slice(0, offset)) {
    if (OPENING.includes(character)) depth += 1;
    if (CLOSING.includes(character)) depth -= 1;
  }
  return depth;
}

/** The offset after the bracket that closes another one. */
export function closingAt(code: string, opening: number): number {
  for (let at = opening, depth = 0; at < code.length; at++) {
    if ('([{'.includes(code[at]!)) depth += 1;
    if (')]}'.includes(code[at]!) && --depth === 0) return at + 1;
  }
  return code.length;
}

/** A statement ends at a semicolon, or at a line break after which nothing continues it. */
function statementEnd(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at++) {
    const character = code[at]!;
    if (OPENING.includes(character)) depth += 1;
    else if (CLOSING.includes(character) && --depth < 0) return at;
    if (depth > 0) continue;
    if (character === ';') return at + 1;
    if (character !== '\n') continue;
    const isContinued = /^\s*(?:[.?:,=+\-*/%&|^<>([`]|(?:instanceof|in|as|satisfies|else|catch|finally)\b)/.test(
      code.slice(at),
    );
    const isOpen = /(?:[.?:,=+\-*/%&|^<>(]|=>)\s*$/.test(code.slice(from, at));
    if (!isContinued && !isOpen) return at;
  }
  return code.length;
}

/** The offset at which a line begins. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** How Node reads a file: whether it parses, cannot tell (JSX, enums), or does not. */
export function parses(text: string): 'yes' | 'no' | 'unknown' {
  const warn = process.emitWarning.bind(process);
  // The function is a release candidate, and says so once.
  process.emitWarning = () => {};
  try {
    // Not imported: older versions of Node, which lack it, would not get as far as saying that they are too old.
    process.getBuiltinModule('node:module').stripTypeScriptTypes(text);
    return 'yes';
  } catch (error) {
    return (error as { code?: string }).code === 'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX' ? 'unknown' : 'no';
  } finally {
    process.emitWarning = warn;
  }
}

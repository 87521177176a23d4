/** JSON that says one thing to every reader: no object has a member twice (RFC 8259 §4 leaves that open). */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]/g;

/**
 * Reads JSON.
 *
 * @throws {SyntaxError} also for a member that is given twice
 */
export function strictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // For each object that is open the names it has so far; null for a list.
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') addName(open.at(-1), last);
    last = token;
  }
  return value;
}

function addName(names: Set<string> | null | undefined, token: string): void {
  const name = JSON.parse(token) as string;
  if (names?.has(name) === true) throw new SyntaxError(`the member ${token} is given twice`);
  names?.add(name);
}

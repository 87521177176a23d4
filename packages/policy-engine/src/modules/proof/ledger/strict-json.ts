/**
 * JSON with a single interpretation: no object has a member twice (RFC 8259 §4 leaves that open), numbers are integers
 * written in digits only, and no text has an unpaired surrogate.
 */

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[-+.\dEe]+/g;
const WHOLE = /^(?:0|[1-9]\d*)$/;

/**
 * Reads JSON.
 *
 * @throws {SyntaxError} also for JSON that parsers interpret differently
 */
export function strictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  // For each open object the names so far; null for an array.
  const open: (Set<string> | null)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') addName(open.at(-1), last);
    else if (token.startsWith('"')) checkText(token);
    else if (/\d/.test(token)) checkNumber(token);
    last = token;
  }
  return value;
}

function addName(names: Set<string> | null | undefined, token: string): void {
  const name = JSON.parse(token) as string;
  if (names?.has(name) === true) throw new SyntaxError(`the member ${token} is given twice`);
  names?.add(name);
}

function checkText(token: string): void {
  if (!(JSON.parse(token) as string).isWellFormed()) throw new SyntaxError('half of a surrogate pair');
}

function checkNumber(token: string): void {
  if (!WHOLE.test(token) || !Number.isSafeInteger(Number(token)))
    throw new SyntaxError(`${token} is not a whole number`);
}

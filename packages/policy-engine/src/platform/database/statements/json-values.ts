/** JSON of databases, whose numbers may have more digits than a number of JavaScript. */

/** What a reviver is told about a value, since Node 21. */
interface Source {
  readonly source?: string;
}

/** Only a number of so many digits can lose any. */
const MANY_DIGITS = /\d(?:\.?\d){15}|[eE]/;

/** Parses JSON. Numbers that JavaScript cannot represent are a bigint if they are whole, and otherwise their text. */
export function parseJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  const exact = (_key: string, value: unknown, { source = '' }: Source = {}): unknown => {
    if (typeof value !== 'number' || digitsOf(source) === digitsOf(String(value))) return value;
    return /^-?\d+$/.test(source) ? BigInt(source) : source;
  };
  return JSON.parse(text, exact);
}

/** Without sign, point, exponent and outer zeros. */
function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '');
}

/** JSON of databases, whose numbers may have more digits than a number of JavaScript. */
import { ExactNumber } from '../../written-value.ts';

/** What a reviver is told about a value, since Node 21. */
interface Source {
  readonly source?: string;
}

/** Only a number of so many digits can lose any. */
const MANY_DIGITS = /\d(?:\.?\d){15}|[eE]/;
/** And these are written in another way: `-0`, `1.10`. */
const WRITTEN_OTHERWISE = /-0|\.\d*0(?!\d)/;

type Exactly = (source: string, value: number) => unknown;

/** Parses JSON. Numbers that JavaScript cannot represent are a bigint if they are whole, and otherwise their text. */
export function parseJson(text: string): unknown {
  if (!MANY_DIGITS.test(text)) return JSON.parse(text);
  return parsed(text, (source, value) => {
    if (digitsOf(source) === digitsOf(String(value))) return value;
    return /^-?\d+$/.test(source) ? BigInt(source) : source;
  });
}

/** Parses JSON. Numbers that JavaScript would write otherwise are an {@link ExactNumber}, which is written as it was read. */
export function parseJsonExactly(text: string): unknown {
  if (!MANY_DIGITS.test(text) && !WRITTEN_OTHERWISE.test(text)) return JSON.parse(text);
  return parsed(text, (source, value) =>
    String(value) === source && !Object.is(value, -0) ? value : new ExactNumber(source),
  );
}

function parsed(text: string, exactly: Exactly): unknown {
  return JSON.parse(text, (_key: string, value: unknown, { source = '' }: Source = {}): unknown =>
    typeof value === 'number' ? exactly(source, value) : value,
  );
}

/** Without sign, point, exponent and outer zeros. */
function digitsOf(number: string): string {
  return number
    .replace(/e.*$/i, '')
    .replaceAll(/[-.]/g, '')
    .replaceAll(/^0+|0+$/g, '');
}

/** Headers and cookies that a request adds to those of its page. */
import { RendererError } from '../../kernel/errors.ts';

/** What a request adds; the configuration says which names are allowed. */
export interface Added {
  /** Names in lower case. */
  readonly headers: readonly string[];
  readonly cookies: readonly string[];
}

/** Maximum number of headers, and of cookies. */
const MOST = 10;
const MAX_VALUE = 500;
/** Names of headers and of cookies (RFC 9110 §5.1, RFC 6265 §4.1.1). */
const NAME = /^[!#$%&'*+\-.^_`|~\w]{1,64}$/;
const HEADER_VALUE = /^[\t\x20-\x7e]*$/;
/** Without quotes, commas, semicolons, backslashes and spaces (RFC 6265 §4.1.1). */
const COOKIE_VALUE = /^[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*$/;

/**
 * Reads the parameters `header` (`Name: value`) and `cookie` (`name=value`), each of which may be repeated.
 *
 * @returns the headers of the requests to the origin of the target, and what they are made of; undefined if nothing is added
 * @throws {RendererError} `invalid-parameter`
 */
export function readAdded(parameters: URLSearchParams): { headers: Record<string, string>; added: Added } | undefined {
  const headers = parameters.getAll('header').map((text) => partsOf('header', text, ':', 'Name: value'));
  const cookies = parameters.getAll('cookie').map((text) => partsOf('cookie', text, '=', 'name=value'));
  if (headers.length + cookies.length === 0) return undefined;
  const named = headers.map(([name, value]) => [name.toLowerCase(), value] as const);
  const added = { headers: named.map(([name]) => name), cookies: cookies.map(([name]) => name) };
  requireDistinct('header', added.headers);
  requireDistinct('cookie', added.cookies);
  const all = Object.fromEntries(named);
  if (cookies.length > 0) all['cookie'] = cookies.map(([name, value]) => `${name}=${value}`).join('; ');
  return { headers: all, added };
}

function partsOf(parameter: 'header' | 'cookie', text: string, divider: ':' | '=', form: string): [string, string] {
  const at = text.indexOf(divider);
  const [name, value] = [text.slice(0, Math.max(at, 0)).trim(), text.slice(at + 1).trim()];
  const isValid = (parameter === 'header' ? HEADER_VALUE : COOKIE_VALUE).test(value);
  if (at > 0 && NAME.test(name) && isValid && value.length <= MAX_VALUE) return [name, value];
  const characters =
    parameter === 'header' ? 'visible ASCII characters and spaces' : 'visible ASCII characters without ,;"\\';
  const message = `${parameter}: expected "${form}" with at most ${MAX_VALUE} ${characters}, got "${text.slice(0, 100)}"`;
  throw new RendererError('invalid-parameter', message);
}

function requireDistinct(parameter: string, names: readonly string[]): void {
  if (names.length > MOST)
    throw new RendererError('invalid-parameter', `${parameter}: at most ${MOST}, got ${names.length}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new RendererError('invalid-parameter', `${parameter}: "${twice}" is given twice`);
}

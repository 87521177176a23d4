import { RenderMiddlewareError } from '../errors.ts';
import type { CircuitOptions, RenderMiddlewareOptions } from './options.ts';

const OPTIONS: Readonly<Record<keyof RenderMiddlewareOptions, true>> = {
  allowedForwardedHosts: true,
  allowlist: true,
  blacklist: true,
  circuit: true,
  classes: true,
  clientAddress: true,
  denylist: true,
  dialect: true,
  excludeUrlPattern: true,
  forwardedHostHeader: true,
  injectShadyDom: true,
  onFallback: true,
  origin: true,
  prerenderToken: true,
  proxyUrl: true,
  renderToken: true,
  shadow: true,
  timeout: true,
  userAgentPattern: true,
  verify: true,
  whitelist: true,
};
const CIRCUIT_OPTIONS: Readonly<Record<keyof CircuitOptions, true>> = { failures: true, pause: true };

/** Maximum number of wrong letters for which the correct name is suggested. */
const LARGEST_DISTANCE = 2;

/** Number of letters to insert, delete or replace to turn one text into the other (Levenshtein distance). */
function distance(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 0; row < one.length; row++) {
    const line = [row + 1];
    for (let column = 0; column < other.length; column++) {
      const changed = above[column]! + (one[row] === other[column] ? 0 : 1);
      line.push(Math.min(changed, above[column + 1]! + 1, line[column]! + 1));
    }
    above = line;
  }
  return above[other.length]!;
}

function nearest(option: string, names: readonly string[]): string | undefined {
  const plain = (name: string) => name.replaceAll(/[_-]/g, '').toLowerCase();
  const distances = names.map((name) => ({ name, letters: distance(plain(option), plain(name)) }));
  const [first] = distances.toSorted((a, b) => a.letters - b.letters);
  return first && first.letters <= LARGEST_DISTANCE ? first.name : undefined;
}

function check(where: string, given: object, known: Readonly<Record<string, true>>): void {
  for (const [option, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(known, option)) continue;
    // Comparing a long name takes long, and it is not a typing error.
    const meant = option.length > 40 ? undefined : nearest(option, Object.keys(known));
    const hint = meant === undefined ? '' : `; did you mean ${where}${meant}?`;
    throw new RenderMiddlewareError('invalid-option', `unknown option ${where}${option.slice(0, 80)}${hint}`);
  }
}

/**
 * Refuses unknown options: with a misspelt `origin`, visitors could choose which host is rendered.
 *
 * @throws {RenderMiddlewareError} `invalid-option`, with the name that was probably meant.
 */
export function checkOptionNames(options: RenderMiddlewareOptions): void {
  check('', options, OPTIONS);
  if (typeof options.circuit === 'object' && options.circuit !== null)
    check('circuit.', options.circuit, CIRCUIT_OPTIONS);
}

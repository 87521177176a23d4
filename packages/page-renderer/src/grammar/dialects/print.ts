/** The parameters of a PDF. */
import { RendererError } from '../../kernel/errors.ts';
import { MAX_PRINT_VALUE, MAX_RUNNING_TEXT, type PdfOptions, printParameters } from '../../render/job/print.ts';
import { readFlag, readText } from './parameters.ts';

type Read = (parameters: URLSearchParams, name: string) => string | number | boolean | undefined;

const text: Read = (parameters, name) => readText(parameters, name, MAX_PRINT_VALUE);
const running: Read = (parameters, name) => readText(parameters, name, MAX_RUNNING_TEXT);
const flag: Read = (parameters, name) => (parameters.has(name) ? readFlag(parameters, name) : undefined);
const number: Read = (parameters, name) => {
  const value = text(parameters, name) as string | undefined;
  if (value === undefined || /^\d+(?:\.\d+)?$/.test(value)) return value === undefined ? undefined : Number(value);
  throw new RendererError('invalid-parameter', `${name}: expected a number from 0.1 to 2, got "${value}"`);
};

const READ: Readonly<Record<keyof PdfOptions, Read>> = {
  pageSize: text,
  margin: text,
  landscape: flag,
  background: flag,
  scale: number,
  pageRanges: text,
  headerText: running,
  footerText: running,
  tagged: flag,
  outline: flag,
};

/** The names of the parameters. */
export const PRINT_PARAMETERS: readonly string[] = Object.keys(READ);

/**
 * Reads how a page is printed; undefined if nothing is said.
 *
 * @param isPdf whether a PDF is requested: nothing else is printed
 * @throws {RendererError} `invalid-parameter`
 */
export function readPrint(parameters: URLSearchParams, isPdf: boolean): PdfOptions | undefined {
  const given = PRINT_PARAMETERS.filter((name) => parameters.has(name));
  if (given.length === 0) return undefined;
  if (!isPdf) throw new RendererError('invalid-parameter', `${given[0]}: only for renderType=pdf`);
  const read = given.map((name) => [name, READ[name as keyof PdfOptions](parameters, name)] as const);
  const options: PdfOptions = Object.fromEntries(read.filter(([, value]) => value !== undefined));
  printParameters(options);
  return Object.keys(options).length === 0 ? undefined : options;
}

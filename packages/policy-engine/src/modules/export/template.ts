/**
 * The host's templates. They are the host developer's own and trusted, like the host's views: text and files are compiled
 * once, at start, so that a mistake in one is found before a person asks for their data.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Eta } from 'eta';
import { invalidConfiguration } from '../../configuration-checks.ts';
import { PolicyEngineError, reasonOf } from '../../errors.ts';
import type { HostFunction } from './host-function.ts';
import { stringified } from './items.ts';
import { escapeHtml, SafeHtml } from './safe-html.ts';

/** A template: its text, a file (`URL` or `{ file }`, from the working directory), or a function. */
export type Template<Data> = string | URL | { readonly file: string | URL } | HostFunction<[it: Data], unknown>;

/** As JavaScript would write it: the host decides what it prints. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as { toString(): string }).toString();
}

/** A template made ready. What it returns is as the host wrote it. */
export type Render<Data> = (data: Data) => unknown;

/** What the result of a template is: decides what `<%= %>` does to a value. */
type Kind = 'html' | 'json';

const ESCAPE: Readonly<Record<Kind, (value: unknown) => string>> = {
  html(value) {
    if (value === null || value === undefined) return '';
    return value instanceof SafeHtml ? value.toString() : escapeHtml(textOf(value));
  },
  // In JSON a value is its JSON, and what comes from a person never ends a string.
  json: (value) => stringified(value ?? null) ?? 'null',
};

/**
 * Makes a template ready.
 *
 * @param option named in errors
 * @throws {PolicyEngineError} `configuration_invalid` for a file that can't be read or a text that is no template
 */
export function compileTemplate<Data>(
  option: string,
  template: Template<Data> | undefined,
  kind: Kind = 'html',
): Render<Data> | undefined {
  if (template === undefined || typeof template === 'function') return template;
  if (typeof template === 'string') return compiled(option, template, { kind });
  const file = template instanceof URL ? template : (template as { file?: unknown } | null)?.file;
  if (typeof file !== 'string' && !(file instanceof URL)) {
    throw invalidConfiguration(`${option} must be text, the URL of a file, { file } or a function`);
  }
  const { location, text } = readTemplate(option, file);
  return compiled(option, text, { kind, views: path.dirname(location), filepath: location });
}

function readTemplate(option: string, file: string | URL): { location: string; text: string } {
  try {
    const location = file instanceof URL ? fileURLToPath(file) : path.resolve(file);
    return { location, text: readFileSync(location, 'utf8') };
  } catch (cause) {
    throw new PolicyEngineError('configuration_invalid', `${option}: ${String(file)} can't be read`, { cause });
  }
}

function compiled<Data>(
  option: string,
  text: string,
  { kind, views, filepath }: { kind: Kind; views?: string; filepath?: string },
): Render<Data> {
  const eta = new Eta({ escapeFunction: ESCAPE[kind], cache: true, ...(views !== undefined && { views }) });
  try {
    const template = eta.compile(text, filepath === undefined ? {} : { filepath });
    return (data) => template.call(eta, data as object, filepath === undefined ? {} : { filepath });
  } catch (cause) {
    const [reason = ''] = (cause as Error).message.split('\n');
    throw new PolicyEngineError('configuration_invalid', `${option}: ${reason}`, { cause });
  }
}

/** The text of what a template for HTML returned: text, Hono JSX or `html`, or a promise of one of them. */
export function htmlOf(result: unknown): string | Promise<string> {
  if (typeof result === 'string') return result;
  if (result === null || result === undefined || typeof result === 'boolean') return '';
  if (isPromise(result)) return (async () => htmlOf(await result))();
  // Hono's elements become text, or a promise of it, when they are asked to.
  const text: unknown = (result as { toString(): unknown }).toString();
  if (typeof text === 'string') return text;
  return (async () => String(await text))();
}

export function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/**
 * Runs a template for HTML.
 *
 * @param where named in the error
 * @throws {PolicyEngineError} `export_failed`
 */
export async function renderHtml<Data>(where: string, render: Render<Data>, data: Data): Promise<string> {
  try {
    return await htmlOf(render(data));
  } catch (cause) {
    if (cause instanceof PolicyEngineError) throw cause;
    throw new PolicyEngineError('export_failed', `${where}: ${reasonOf(cause)}`, { cause });
  }
}

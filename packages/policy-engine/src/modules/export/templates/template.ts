/**
 * The host's templates. They are written by the host's developers and trusted, like the host's views: text and files are compiled
 * once, at start, so that a mistake is found before a person requests their data.
 */
import path from 'node:path';
import { Eta } from 'eta';
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import { readTemplateSource, type TemplateSource } from '../../../platform/options/template-source.ts';
import type { HostFunction } from '../host-function.ts';
import { stringified } from '../writing/items.ts';
import { escapeHtml, SafeHtml } from './safe-html.ts';

/** A template: its text, a file (path from the working directory, `URL` or `{ file }`), or a function. */
export type Template<Data> = TemplateSource | HostFunction<[it: Data], unknown>;

/** As in plain JavaScript: the host decides what it prints. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (value as { toString(): string }).toString();
}

/** A compiled template. Its result is as the host wrote it. */
export type Render<Data> = (data: Data) => unknown;

/** The type of the result of a template: decides what `<%= %>` does to a value. */
export type Kind = 'html' | 'json';

const ESCAPE: Readonly<Record<Kind, (value: unknown) => string>> = {
  html(value) {
    if (value === null || value === undefined) return '';
    return value instanceof SafeHtml ? value.toString() : escapeHtml(textOf(value));
  },
  // In a JSON template a value is printed as JSON, and a person's data cannot end a string.
  json: (value) => stringified(value ?? null) ?? 'null',
};

/**
 * Compiles a template.
 *
 * @throws {Error} for a file that cannot be read or an invalid template
 */
export function compileTemplate<Data>(template: Template<Data>, kind: Kind): Render<Data> {
  if (typeof template === 'function') return template;
  const { text, file } = readTemplateSource(template);
  const eta = new Eta({
    escapeFunction: ESCAPE[kind],
    cache: true,
    ...(file !== undefined && { views: path.dirname(file) }),
  });
  const options = file === undefined ? {} : { filepath: file };
  try {
    const compiled = eta.compile(text, options);
    return (data) => compiled.call(eta, data as object, options);
  } catch (cause) {
    const [reason = ''] = reasonOf(cause).split('\n');
    throw new Error(reason, { cause });
  }
}

/** The text of the result of an HTML template: text, Hono JSX or `html`, or a promise of one of them. */
export function htmlOf(result: unknown): string | Promise<string> {
  if (typeof result === 'string') return result;
  if (result === null || result === undefined || typeof result === 'boolean') return '';
  if (isPromise(result)) return (async () => htmlOf(await result))();
  if (typeof result === 'symbol' || typeof result === 'function') throw new TypeError(`it returned a ${typeof result}`);
  // `toString` of Hono's elements returns text, or a promise of it.
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

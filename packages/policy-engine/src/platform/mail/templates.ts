/** Words of the host's own in place of the engine's. */
import { readFileSync } from 'node:fs';
import { Eta } from 'eta';
import { invalidConfiguration } from '../../configuration-checks.ts';
import type { MailData, MailName } from './messages.ts';

/** A mail in words. */
export interface MailWords {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a template of the host's can use. */
export interface MailTemplateContext<Name extends MailName = MailName> {
  readonly data: MailData[Name];
  /** BCP 47 tag. */
  readonly locale: string;
  /** The host's name. */
  readonly sender: string;
  /** Full URL of the next step; null where the engine doesn't know its own origin (`publicOrigins`). */
  readonly url: string | null;
  /** The mail in the engine's own words. */
  readonly own: MailWords;
}

/** Eta text, a URL of a file, or `{ file }` with its path. It is the host's own code, and runs as such. */
export type TemplateText = string | URL | { readonly file: string };

/** Subject, text and HTML of a mail; what is left out stays the engine's. `it` is a {@link MailTemplateContext}. */
export interface MailTemplateTexts {
  readonly subject?: TemplateText;
  readonly text?: TemplateText;
  readonly html?: TemplateText;
}

/** A mail in the host's words: a function, or Eta texts. */
export type MailTemplate<Name extends MailName = MailName> =
  | MailTemplateTexts
  | ((context: MailTemplateContext<Name>) => Partial<MailWords> | Promise<Partial<MailWords>>);

/** The host's words, by the mail's name. */
export type MailTemplates = { readonly [Name in MailName]?: MailTemplate<Name> };

type Render = (context: MailTemplateContext) => Partial<MailWords> | Promise<Partial<MailWords>>;

/**
 * Reads and compiles the host's templates.
 *
 * @throws {PolicyEngineError} `configuration_invalid` for a name that is no mail, a file that can't be read, or text that is no Eta
 */
export function compileTemplates(templates: MailTemplates, names: readonly string[]): ReadonlyMap<string, Render> {
  const compiled = new Map<string, Render>();
  for (const [name, template] of Object.entries(templates)) {
    const option = `mailerTemplates.${name}`;
    if (!names.includes(name)) throw invalidConfiguration(`${option}: there is no such mail, only ${names.join(', ')}`);
    // A name and its template belong together by the type of the option.
    compiled.set(name, typeof template === 'function' ? (template as Render) : compileTexts(template, option));
  }
  return compiled;
}

function compileTexts({ subject, text, html }: MailTemplateTexts, option: string): Render {
  const plain = new Eta({ autoEscape: false, autoTrim: false });
  const escaping = new Eta({ autoTrim: false });
  const writers = [
    ['subject', compile(plain, subject, `${option}.subject`)],
    ['text', compile(plain, text, `${option}.text`)],
    ['html', compile(escaping, html, `${option}.html`)],
  ] as const;
  return (context) =>
    Object.fromEntries(writers.flatMap(([part, write]) => (write === null ? [] : [[part, write(context)]])));
}

function compile(eta: Eta, template: TemplateText | undefined, option: string): ((it: object) => string) | null {
  if (template === undefined) return null;
  try {
    const source = typeof template === 'string' ? template : readFileSync(fileOf(template), 'utf8');
    const run = eta.compile(source);
    return (it) => eta.render(run, it);
  } catch (error) {
    throw invalidConfiguration(`${option}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function fileOf(template: URL | { readonly file: string }): URL | string {
  return template instanceof URL ? template : template.file;
}

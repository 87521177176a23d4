/** Custom mail templates of the host. */
import { Eta } from 'eta';
import { readTemplateSource, type TemplateSource } from '../options/template-source.ts';
import type { MailData, MailName } from './messages.ts';

/** A composed mail. */
export interface MailWords {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** What a template of the host can use. */
export interface MailTemplateContext<Name extends MailName = MailName> {
  readonly data: MailData[Name];
  /** BCP 47 tag. */
  readonly locale: string;
  /** The host's name. */
  readonly sender: string;
  /** Full URL of the next step; null if the engine doesn't know its own origin (`publicOrigins`). */
  readonly url: string | null;
  /** The mail as written by the engine. */
  readonly own: MailWords;
}

/** Eta text, or a file: its path, a URL, or `{ file }`. It is trusted like the host's own code. */
export type TemplateText = TemplateSource;

/**
 * Subject, text and HTML of a mail; omitted parts are the engine's. `it` is a {@link MailTemplateContext}.
 */
export interface MailTemplateTexts {
  readonly subject?: TemplateText;
  readonly text?: TemplateText;
  readonly html?: TemplateText;
}

/** A custom mail: a function, or Eta texts. */
export type MailTemplate<Name extends MailName = MailName> =
  | MailTemplateTexts
  | ((context: MailTemplateContext<Name>) => Partial<MailWords> | Promise<Partial<MailWords>>);

/** The custom mails, by name of the mail. */
export type MailTemplates = { readonly [Name in MailName]?: MailTemplate<Name> };

/** A compiled template. */
export type MailWriter = (context: MailTemplateContext) => Partial<MailWords> | Promise<Partial<MailWords>>;

/** The templates of a host, compiled, by the mail's name. */
export type MailWriters = { readonly [Name in MailName]?: MailWriter | undefined };

/** A part of a mail, compiled. */
export type PartWriter = (it: object) => string;

/**
 * Compiles a part of a mail.
 *
 * @throws {Error} for a file that cannot be read, or text that is not Eta
 */
export function compilePart(template: TemplateText, part: keyof MailTemplateTexts): PartWriter {
  const eta = new Eta({ autoEscape: part === 'html', autoTrim: false });
  const run = eta.compile(readTemplateSource(template).text);
  return (it) => eta.render(run, it);
}

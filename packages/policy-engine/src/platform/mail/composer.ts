/** Composes mails. */
import type { Language } from '../i18n/language.ts';
import type { MailContent, MailContext, MailDefinition, MailDefinitions } from './content.ts';
import { mailHtml, mailText } from './layout.tsx';
import type { MailData, MailName } from './messages.ts';
import type { MailTemplateContext, MailWords, MailWriters } from './templates.ts';

/** What the composer needs. */
export interface ComposerOptions {
  /** How each mail is written. */
  readonly definitions: Partial<MailDefinitions>;
  readonly language: (wishes: readonly string[]) => Language;
  /** The host's name; null: the localized "Privacy". */
  readonly name: string | null;
  /** The host's public origin; null if unknown. */
  readonly origin: string | null;
  /** Mount path. */
  readonly basePath: () => string;
  readonly templates: MailWriters;
  /** IANA name of the time zone of the days in mails. */
  readonly timeZone: string;
  /** Creates the link to a completed export from the engine's own. */
  readonly customizeLink: CustomizeLink | undefined;
}

/** {@link ExporterOptions.customizeLink} */
export type CustomizeLink = (url: string) => string | Promise<string>;

/** Composes mails, with the host's templates if there are any. */
export class Composer {
  readonly #options: ComposerOptions;

  constructor(options: ComposerOptions) {
    this.#options = options;
  }

  /** @param wishes - requested languages, best first */
  async compose<Name extends MailName>(
    name: Name,
    data: MailData[Name],
    wishes: readonly string[],
  ): Promise<MailWords> {
    const language = this.#options.language(wishes);
    const context = this.#context(language);
    const definition = this.#definition(name);
    const told = definition.leadsToExport === true ? await this.#linked(data, context) : data;
    const content: MailContent = definition.write(told, context);
    const own = {
      subject: content.subject,
      text: mailText(content, context),
      html: await mailHtml(content, context),
    };
    const template = this.#options.templates[name];
    if (template === undefined) return own;
    const { sender } = context;
    const given: MailTemplateContext = {
      data: told,
      locale: language.locale,
      sender,
      url: context.url(told.path),
      own,
    };
    const words = wordsOf(await template(given), name);
    // A single line, regardless of how the transport treats several.
    return { ...own, ...words, subject: (words.subject ?? own.subject).replaceAll(/\s+/g, ' ').trim() };
  }

  #definition<Name extends MailName>(name: Name): MailDefinition<Name> {
    const definition: MailDefinition<Name> | undefined = this.#options.definitions[name];
    if (definition === undefined) throw new TypeError(`There is no mail ${name}`);
    return definition;
  }

  /** @throws {TypeError} if the host's function does not return a valid URL */
  async #linked<Data extends { readonly path: string }>(data: Data, context: MailContext): Promise<Data> {
    const url = context.url(data.path);
    const { customizeLink } = this.#options;
    if (url === null || customizeLink === undefined) return data;
    const path: unknown = await customizeLink(url);
    if (typeof path === 'string' && /^https?:/i.test(path) && URL.canParse(path)) return { ...data, path };
    throw new TypeError(`exporter.customizeLink made ${JSON.stringify(path)} of ${url}, which is not an http(s) URL`);
  }

  #context(language: Language): MailContext {
    const { name, origin, basePath, timeZone } = this.#options;
    const format = new Intl.DateTimeFormat(language.formatLocale, { dateStyle: 'long', timeZone });
    return {
      language,
      sender: name ?? language.t('app.name'),
      url: (path) => {
        if (/^https?:\/\//i.test(path)) return path;
        return origin === null ? null : new URL(basePath() + path, origin).href;
      },
      day: (time) => format.format(new Date(time)),
    };
  }
}

/** @throws {TypeError} if the host's template does not return words: transports would fail on them, or send something else */
function wordsOf(given: unknown, name: MailName): Partial<MailWords> {
  if (typeof given !== 'object' || given === null) throw new TypeError(`mailerTemplates.${name} returned no object`);
  for (const part of ['subject', 'text', 'html']) {
    const word: unknown = Reflect.get(given, part);
    if (word === undefined || typeof word === 'string') continue;
    throw new TypeError(`mailerTemplates.${name} returned a ${part} that is no text`);
  }
  return given;
}

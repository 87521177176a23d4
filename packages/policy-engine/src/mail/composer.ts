/** Puts mails into words. */
import type { Language } from '../web/i18n.ts';
import { contents, type MailContent, type MailContext } from './content.ts';
import { mailHtml, mailText } from './layout.tsx';
import type { MailData, MailName } from './messages.ts';
import { compileTemplates, type MailTemplateContext, type MailTemplates, type MailWords } from './templates.ts';

/** What the composer needs. */
export interface ComposerOptions {
  readonly language: (wishes: readonly string[]) => Language;
  /** The host's name; null: the localized "Privacy". */
  readonly name: string | null;
  /** Origin under which people see the host; null where nobody said. */
  readonly origin: string | null;
  /** Mount path. */
  readonly basePath: string;
  readonly templates: MailTemplates;
}

/** Writes mails, in the host's words where it has some. */
export class Composer {
  readonly #options: ComposerOptions;
  readonly #templates: ReturnType<typeof compileTemplates>;

  constructor(options: ComposerOptions) {
    this.#options = options;
    this.#templates = compileTemplates(options.templates, Object.keys(contents));
  }

  /** @param wishes - languages, best first */
  async compose<Name extends MailName>(
    name: Name,
    data: MailData[Name],
    wishes: readonly string[],
  ): Promise<MailWords> {
    const language = this.#options.language(wishes);
    const context = this.#context(language);
    const content: MailContent = contents[name](data, context);
    const own = {
      subject: content.subject,
      text: mailText(content, context),
      html: await mailHtml(content, context),
    };
    const template = this.#templates.get(name);
    if (template === undefined) return own;
    const { sender } = context;
    const given: MailTemplateContext = { data, locale: language.locale, sender, url: context.url(data.path), own };
    const words = await template(given);
    return { ...own, ...words, subject: (words.subject ?? own.subject).trim() };
  }

  #context(language: Language): MailContext {
    const { name, origin, basePath } = this.#options;
    const format = new Intl.DateTimeFormat(language.locale, { dateStyle: 'long', timeZone: 'UTC' });
    return {
      language,
      sender: name ?? language.t('app.name'),
      url: (path) => {
        if (/^https?:\/\//i.test(path)) return path;
        return origin === null ? null : new URL(basePath + path, origin).href;
      },
      day: (time) => format.format(new Date(time)),
    };
  }
}

/** Writes the whole site in order: the rules first, then the pages that depend on their results. */
import { writeRule } from './write-rule.ts';
import { messageFilePath } from '../site/messages.tsx';
import type { ExportedConsent, ExportedDecision, ExportedRequest, ExportExtras } from '../export-request.ts';
import type { ExportRun, WrittenRule } from './run.ts';
import { exportSchema } from '../schema/schema.ts';
import { heldBackInWords } from '../../../platform/columns/held-back.ts';
import { HeldFields } from '../held-back/held-fields.ts';
import { AgreedTexts, TextPage } from '../site/agreed-texts.tsx';
import { bookCss, pagesJs, searchJs } from '../site/book.generated.ts';
import {
  ConsentsPage,
  type IndexCard,
  IndexPage,
  InformationPage,
  OWN_PAGES,
  RequestsPage,
  SearchPage,
} from '../site/own-pages.tsx';
import { htmlOf, renderHtml } from '../templates/template.ts';
import type { CommonData, IndexData } from '../templates/template-data.ts';

/** What the site needs besides its run. */
export interface SiteFacts {
  readonly brand: string;
  readonly date: CommonData['date'];
  readonly extras: ExportExtras;
}

export async function writeSite(run: ExportRun, facts: SiteFacts): Promise<void> {
  const site = new SiteWriter(run, facts);
  await site.write();
}

class SiteWriter {
  readonly #run: ExportRun;
  readonly #facts: SiteFacts;
  readonly #held = new HeldFields();

  constructor(run: ExportRun, facts: SiteFacts) {
    this.#run = run;
    this.#facts = facts;
  }

  async write(): Promise<void> {
    const { files, rules, search } = this.#run;
    const written: WrittenRule[] = [];
    for (const rule of rules) {
      written.push(await writeRule(this.#run, rule, (root) => this.#common(root), this.#held));
    }
    await this.#writeOwn();
    await files.add('assets/book.css', bookCss);
    const pages = Object.fromEntries(written.map((one) => [one.rule.name, one.pages]));
    await files.add(
      'assets/pages.js',
      pagesJs.replace('BOOK_PAGES', () => JSON.stringify(pages)),
    );
    await search.end();
    await files.add('assets/search.js', searchJs);
    await this.#writeSearch();
    await files.add('schema.json', `${JSON.stringify(exportSchema(written), null, 2)}\n`);
    await this.#writeIndex(written);
    await files.finish(this.#manifest(written));
  }

  #common(root: string): CommonData {
    const { user, language, images } = this.#run;
    const { locale, t } = language;
    return { user, locale, root, t, date: this.#facts.date, imageTag: images.imageTag };
  }

  async #writeOwn(): Promise<void> {
    const { language, rules, settings, files, origin } = this.#run;
    const { date, extras } = this.#facts;
    const { consents = [], decisions = [], requests = [] } = extras;
    const [aboutConsents, aboutRequests, information] = OWN_PAGES;
    const texts = new AgreedTexts(extras.texts ?? []);
    const agreed = ConsentsPage({ language, date, consents, decisions, texts, origin });
    await this.#page(aboutConsents.href, language.t(aboutConsents.key), agreed);
    const linked = (decided: readonly (ExportedConsent | ExportedDecision)[]) =>
      decided.map((one) => texts.linked(one));
    await files.add('privacy/decisions.json', jsonText(linked(decisions)));
    await files.add('privacy/consents.json', jsonText(linked(consents)));
    await this.#writeTexts(texts);
    await this.#page(aboutRequests.href, language.t(aboutRequests.key), RequestsPage({ language, date, requests }));
    await files.add('privacy/requests.json', jsonText(await this.#writeMessages(requests)));
    const sheet = InformationPage({
      language,
      rules,
      information: settings.information,
      held: this.#held.all,
    });
    await this.#page(information.href, language.t(information.key), sheet);
  }

  /** The files of messages. @returns the requests as in JSON: a file is named by its path in the export, null if it is missing */
  async #writeMessages(requests: readonly ExportedRequest[]): Promise<readonly object[]> {
    const { files, pace } = this.#run;
    const written: object[] = [];
    for (const { messages, ...request } of requests) {
      const own: object[] = [];
      for (const message of messages ?? []) {
        const places: object[] = [];
        for (const file of message.files) {
          const content = await file.read();
          if (content === null) {
            files.miss({ page: OWN_PAGES[1].href, source: file.name, reason: 'The file is no longer stored' });
          } else await files.add(messageFilePath(file), content);
          places.push({ name: file.name, path: content === null ? null : messageFilePath(file) });
          await pace.yieldIfDue();
        }
        own.push({ ...message, files: places });
      }
      written.push(messages === undefined ? request : { ...request, messages: own });
    }
    return written;
  }

  async #writeTexts(texts: AgreedTexts): Promise<void> {
    const { language, files, origin, pace } = this.#run;
    const { date } = this.#facts;
    for (const text of texts.filed) {
      await this.#page(text.page, text.title, TextPage({ language, date, text, origin }));
      await files.add(text.file, text.markdown);
      await pace.yieldIfDue();
    }
    for (const { rule, version } of texts.missing) {
      const reason = 'The text is no longer stored in the form that was agreed to';
      files.miss({ page: OWN_PAGES[0].href, source: `${rule} ${version}`, reason });
    }
    await files.add('privacy/texts.json', jsonText(texts.listed()));
  }

  async #writeSearch(): Promise<void> {
    const { language, search } = this.#run;
    const content = SearchPage({ language, chunks: search.chunks, isCapped: search.isCapped });
    await this.#page('search.html', language.t('export.search'), content, { scripts: ['assets/search.js'] });
  }

  async #writeIndex(written: readonly WrittenRule[]): Promise<void> {
    const { language, images, files, settings, createdAt, user } = this.#run;
    const { brand, date } = this.#facts;
    const cards: IndexCard[] = written.map(({ rule, rows, images }) => ({
      name: rule.name,
      label: rule.label(language.locale),
      href: `${rule.name}/index.html`,
      rows,
      images,
    }));
    const title = language.t('export.title');
    if (settings.indexTemplate !== undefined) {
      const data: IndexData = { ...this.#common(''), rules: cards, images: images.first, createdAt };
      return this.#page('index.html', title, await renderHtml('exporter.indexTemplate', settings.indexTemplate, data));
    }
    const content = IndexPage({
      language,
      brand,
      name: nameOf(user),
      createdAt: date(createdAt),
      cards,
      own: OWN_PAGES.map(({ key, href }) => ({ label: language.t(key), href })),
      images: images.first,
      missing: files.failed,
      held: this.#held.names.length,
    });
    await this.#page('index.html', title, content);
  }

  async #page(
    path: string,
    title: string,
    content: unknown,
    { scripts = [] }: { scripts?: readonly string[] } = {},
  ): Promise<void> {
    const { frame, files, images, search } = this.#run;
    const root = '../'.repeat(path.split('/').length - 1);
    const body = await htmlOf(content);
    const framed = await frame.page({ title, body, root, place: path, scripts }, this.#common(root));
    const placed = images.isMarked ? (await images.place([framed], [{ path, root }]))[0] : framed;
    await files.add(path, placed ?? '');
    if (path.startsWith('privacy/')) await search.add(path, title, body);
  }

  #manifest(written: readonly WrittenRule[]): Record<string, unknown> {
    const { createdAt, language, settings } = this.#run;
    return {
      generator: 'policy-engine',
      resource: settings.resource,
      createdAt: createdAt.toISOString(),
      locale: language.locale,
      schema: 'schema.json',
      rules: written.map(({ rule, rows, pages }) => ({ name: rule.name, kind: rule.kind, rows, pages })),
      omittedFields: this.#held.names,
      heldBack: this.#held.all.map(({ rule, field, kind, word }) => ({
        rule,
        field,
        kind,
        reason: heldBackInWords({ kind, word }),
      })),
    };
  }
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The name of a person, if their record has one in a common field. */
function nameOf(user: unknown): string | null {
  for (const key of ['name', 'displayName', 'display_name', 'fullName', 'full_name', 'username', 'email']) {
    const value: unknown = typeof user === 'object' && user !== null ? Reflect.get(user, key) : undefined;
    if (typeof value === 'string' && value.trim() !== '' && value.length <= 80) return value.trim();
  }
  return null;
}

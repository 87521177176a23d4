/** The texts that a person accepted: each once, as a readable page and as the exact bytes that were hashed. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Language } from '../../../platform/i18n/language.ts';
import { markdownToHtml } from '../../terms/index.ts';
import { safeFileName } from '../../../platform/storage/file-name.ts';
import type { ExportedText } from '../export-request.ts';
import { safeHtml } from '../templates/safe-html.ts';
import type { CommonData } from '../templates/template-data.ts';

/** A text with its files in the export. */
export interface FiledText extends ExportedText {
  readonly markdown: string;
  /** Path of the page. */
  readonly page: string;
  /** Path of the text itself; SHA-256 of this file is the hash. */
  readonly file: string;
}

/** The key of a text; null for an entry without one. */
interface Decided {
  readonly rule: string | null;
  readonly version: number | null;
  readonly hash: string | null;
}

/** The texts of an export by their entries. */
export class AgreedTexts {
  /** Texts whose content is available. */
  readonly filed: readonly FiledText[];
  /** Texts that are no longer stored unchanged. */
  readonly missing: readonly ExportedText[];
  readonly #byKey: ReadonlyMap<string, FiledText>;

  constructor(texts: readonly ExportedText[]) {
    this.missing = texts.filter(({ markdown }) => markdown === null);
    const taken = new Set<string>();
    this.filed = texts.flatMap((text): FiledText[] => {
      const { rule, version, locale, hash, markdown } = text;
      if (markdown === null) return [];
      const name = safeFileName([rule, version, locale ?? 'und'].join('-'), 'text');
      // A rule's text may have been recreated with the same version: the hash distinguishes them.
      const unique = taken.has(name.toLowerCase()) ? `${name}-${safeFileName(hash, 'text')}` : name;
      taken.add(unique.toLowerCase());
      const path = `privacy/texts/${unique}`;
      return [{ ...text, markdown, page: `${path}.html`, file: `${path}.md` }];
    });
    this.#byKey = new Map(this.filed.map((text) => [keyOf(text), text]));
  }

  /** The text a decision was made on. */
  of(decided: Decided): FiledText | undefined {
    return this.#byKey.get(keyOf(decided));
  }

  /** An entry as JSON: with the path of its text. */
  linked<Type extends Decided>(record: Type): Type & { readonly text: string | null } {
    return { ...record, text: this.of(record)?.file ?? null };
  }

  /** The content of `texts.json`. */
  listed(): ReadonlyArray<Record<string, unknown>> {
    return this.filed.map(({ rule, title, version, locale, publishedAt, hash, file, page }) => {
      return { rule, title, version, locale, publishedAt, hash, file, page };
    });
  }
}

function keyOf({ rule, version, hash }: Decided): string {
  return JSON.stringify([rule, version, hash]);
}

/** The version a decision was made on, as a link to its text if that is available. */
export function VersionCell(props: { readonly decided: Decided; readonly texts: AgreedTexts }): JSX.Element {
  const { decided, texts } = props;
  const text = texts.of(decided);
  const version = decided.version === null ? '–' : String(decided.version);
  if (text === undefined) return <>{version}</>;
  return <a href={hrefOf(text)}>{version}</a>;
}

/** All texts within the page of decisions: collapsed, so that the page stays easy to scan. */
export function AgreedTextsSection(props: {
  readonly language: Language;
  readonly texts: AgreedTexts;
  /** Origin of the site, for links in the text that have none. */
  readonly origin: string | undefined;
}): JSX.Element {
  const { language, texts, origin } = props;
  const { t } = language;
  if (texts.filed.length + texts.missing.length === 0) return <></>;
  return (
    <section class="book-section">
      <h2>{t('export.texts')}</h2>
      <p>{t('export.texts.all_lead')}</p>
      {texts.filed.map((text) => {
        const lang = text.locale === null ? {} : { lang: text.locale };
        return (
          <details class="book-text">
            <summary>
              <bdi {...lang}>{text.title}</bdi> · {t('export.consents.version')} {text.version}
            </summary>
            <article class="pe-prose" dir="auto" {...lang}>
              {safeHtml(textHtml(text.markdown, origin))}
            </article>
            <p class="book-json">
              <a href={hrefOf(text)}>{t('export.texts.page')}</a>
            </p>
          </details>
        );
      })}
      {texts.missing.map(({ title, version }) => (
        <p class="book-note">
          <bdi>{title}</bdi> · {t('export.consents.version')} {version}: {t('export.texts.missing')}
        </p>
      ))}
    </section>
  );
}

/** Address of the page of a text, from the page of decisions. */
function hrefOf({ page }: FiledText): string {
  return encodeURI(page.slice('privacy/'.length));
}

/** One text. */
export function TextPage(props: {
  readonly language: Language;
  readonly date: CommonData['date'];
  readonly text: FiledText;
  /** Origin of the site, for links in the text that have none. */
  readonly origin: string | undefined;
}): JSX.Element {
  const { language, date, text, origin } = props;
  const { t } = language;
  const facts = [
    [t('export.consents.version'), String(text.version)],
    [t('export.texts.since'), date(text.publishedAt, 'minute') || '–'],
    [t('export.texts.hash'), text.hash],
  ];
  const lang = text.locale === null ? {} : { lang: text.locale };
  return (
    <>
      <header class="book-head">
        <h1 {...lang}>{text.title}</h1>
        <p>{t('export.texts.lead')}</p>
      </header>
      <article class="pe-prose" dir="auto" {...lang}>
        {safeHtml(textHtml(text.markdown, origin))}
      </article>
      <dl class="book-facts">
        {facts.map(([name, value]) => (
          <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p class="book-json">
        <a href={encodeURI(text.file.slice('privacy/texts/'.length))}>{t('export.texts.file')}</a>
      </p>
    </>
  );
}

/** On a disk, a link to a path of the site would lead to a file of the person. Quotes in texts are entities. */
function textHtml(markdown: string, origin: string | undefined): string {
  const html = markdownToHtml(markdown);
  return origin === undefined ? html : html.replaceAll('<a href="/', `<a href="${origin}/`);
}

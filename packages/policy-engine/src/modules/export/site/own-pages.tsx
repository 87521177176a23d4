/** The engine's own pages: the first one, what the person accepted and requested, and the legal information. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { type Language, namesInSentence } from '../../../platform/i18n/language.ts';
import type { ExportedConsent, ExportedDecision, ExportedRequest } from '../export-request.ts';
import { Messages } from './messages.tsx';
import { nameAsWords } from '../../../platform/options/words.ts';
import type { HeldField } from '../held-back/held-fields.ts';
import { localText } from '../host-function.ts';
import type { PortabilityRule } from '../rule.ts';
import { type AgreedTexts, AgreedTextsSection, VersionCell } from './agreed-texts.tsx';
import { INFORMATION, type InformationOptions } from '../settings.ts';
import { Table } from './table.tsx';
import type { CommonData, IndexEntry } from '../templates/template-data.ts';

/** A part of the export on the first page. */
export interface IndexCard extends IndexEntry {
  /** Links from the first page. */
  readonly images: readonly string[];
}

/** The cover and the table of contents. */
export function IndexPage(props: {
  readonly language: Language;
  readonly brand: string;
  /** Name of the person; null if it is unknown. */
  readonly name: string | null;
  readonly createdAt: string;
  readonly cards: readonly IndexCard[];
  readonly own: ReadonlyArray<{ readonly label: string; readonly href: string }>;
  readonly images: readonly string[];
  readonly missing: number;
  /** Number of fields that are held back. */
  readonly held: number;
}): JSX.Element {
  const { language, name, cards, own, images, missing, held } = props;
  const { t } = language;
  const shown = images.slice(0, images.length >= 8 ? 8 : images.length >= 4 ? 4 : images.length);
  return (
    <>
      <section class={shown.length > 0 ? 'book-cover book-cover-pictures' : 'book-cover'}>
        <div class="book-cover-words">
          <p class="book-overline">{props.brand}</p>
          <h1>{name === null ? t('export.title') : t('export.title_of', { name })}</h1>
          <p class="book-lead">{t('export.lead')}</p>
          <p class="book-date">{t('export.created', { date: props.createdAt })}</p>
        </div>
        {shown.length > 0 && (
          <div class={`book-mosaic book-mosaic-${shown.length}`} aria-hidden="true">
            {shown.map((src) => (
              <img src={src} alt="" decoding="async" />
            ))}
          </div>
        )}
      </section>
      {missing > 0 && <p class="book-note">{t('export.missing', { count: missing })}</p>}
      {held > 0 && (
        <p class="book-note">
          <a href="privacy/information.html#left-out">{t('export.held.note', { count: held })}</a>
        </p>
      )}
      <section class="book-contents" aria-label={t('export.contents')}>
        <ul class="book-chapters">
          {cards.map((card) => (
            <li>
              <a class="book-chapter" href={card.href}>
                <span class="book-chapter-pictures" aria-hidden="true">
                  {card.images.length > 0 ? (
                    card.images.slice(0, 3).map((src) => <img src={src} alt="" decoding="async" />)
                  ) : (
                    <span class="book-initial">{String.fromCodePoint(card.label.codePointAt(0) ?? 0x20)}</span>
                  )}
                </span>
                <span class="book-chapter-words">
                  <strong>{card.label}</strong>
                  {card.rows !== null && (
                    <span>{t('export.rows', { count: card.rows.toLocaleString(language.locale) })}</span>
                  )}
                </span>
              </a>
            </li>
          ))}
        </ul>
        <ul class="book-own">
          {own.map(({ label, href }) => (
            <li>
              <a href={href}>{label}</a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

const RIGHTS = [
  'rectification',
  'erasure',
  'restriction',
  'portability',
  'objection',
  'withdrawal',
  'complaint',
] as const;

/** The information that Art. 15(1) GDPR requires, as declared by the host. */
export function InformationPage(props: {
  readonly language: Language;
  readonly information: InformationOptions;
  readonly rules: readonly PortabilityRule[];
  /** Fields that are held back. */
  readonly held: readonly HeldField[];
}): JSX.Element {
  const { language, information, rules, held } = props;
  const { t, locale } = language;
  const said = INFORMATION.map((key) => ({ key, text: localText(information[key], locale) }));
  const kinds = KIND_COLUMNS.filter((column) => rules.some((rule) => rule[column] !== undefined));
  return (
    <>
      <header class="book-head">
        <h1>{t('export.privacy')}</h1>
        <p>{t('export.information.lead')}</p>
      </header>
      <div class="book-sheet">
        {said.map(({ key, text }) => text !== undefined && <Said title={t(`export.information.${key}`)} text={text} />)}
      </div>
      {rules.length > 0 && (
        <section class="book-section">
          <h2>{t('export.information.kinds')}</h2>
          <Table
            head={[t('export.information.kind'), ...kinds.map((kind) => t(columnTitle(kind)))]}
            rows={rules.map((rule) =>
              [rule.label(locale)].concat(kinds.map((kind) => localText(rule[kind], locale) ?? '–')),
            )}
          />
        </section>
      )}
      {held.length > 0 && (
        <section class="book-section" id="left-out">
          <h2>{t('export.held')}</h2>
          <p>{t('export.held.lead')}</p>
          <Table
            head={[t('export.held.field'), t('export.information.kind'), t('export.held.reason')]}
            rows={held.map(({ rule, field, kind }) => [
              nameAsWords(field),
              rules.find(({ name }) => name === rule)?.label(locale) ?? rule,
              t(`export.held.${kind}`),
            ])}
          />
        </section>
      )}
      <section class="book-section">
        <h2>{t('export.information.rights')}</h2>
        <ul class="book-rights">
          {RIGHTS.map((right) => (
            <li>{t(`export.right.${right}`)}</li>
          ))}
        </ul>
      </section>
    </>
  );
}

const KIND_COLUMNS = ['purpose', 'legalBasis', 'recipients', 'retention', 'source'] as const;

function columnTitle(column: (typeof KIND_COLUMNS)[number]) {
  return column === 'purpose' ? 'export.information.purposes' : (`export.information.${column}` as const);
}

function Said({ title, text }: { title: string; text: string }): JSX.Element {
  return (
    <section>
      <h2>{title}</h2>
      <p>{text}</p>
    </section>
  );
}

/** A decision in a word, and the vendors that it excludes. */
function DecisionCell({
  language,
  state,
  vendors,
}: Pick<ExportedConsent, 'state' | 'vendors'> & { readonly language: Language }) {
  const { t, locale } = language;
  const refused = vendors?.refused ?? [];
  if (refused.length === 0) return <span class="book-word">{t(`export.consents.${state}`)}</span>;
  const names = namesInSentence(locale, refused);
  return (
    <>
      {t('export.consents.without', {
        state: t(state === 'accepted' ? 'app.partly' : `export.consents.${state}`),
        vendors: names,
      })}
    </>
  );
}

/** The person's current decisions, and the ledger entries. */
export function ConsentsPage(props: {
  readonly language: Language;
  readonly date: CommonData['date'];
  readonly consents: readonly ExportedConsent[];
  readonly decisions: readonly ExportedDecision[];
  readonly texts: AgreedTexts;
  /** Origin of the site; undefined if it is unknown. */
  readonly origin: string | undefined;
}): JSX.Element {
  const { language, date, consents, decisions, texts, origin } = props;
  const { t } = language;
  return (
    <>
      <header class="book-head">
        <h1>{t('export.consents')}</h1>
        <p>{t('export.consents.lead')}</p>
      </header>
      <Table
        head={[
          t('export.consents.policy'),
          t('export.consents.state'),
          t('export.consents.decided'),
          t('export.consents.version'),
        ]}
        rows={consents.map((consent) => [
          consent.label,
          <DecisionCell language={language} state={consent.state} vendors={consent.vendors} />,
          date(consent.decidedAt, 'minute') || '–',
          <VersionCell decided={consent} texts={texts} />,
        ])}
        empty={<Empty language={language} />}
      />
      <AgreedTextsSection language={language} texts={texts} origin={origin} />
      {decisions.length > 0 && <DecisionsSection {...props} />}
      <p class="book-json">
        <a href="consents.json">{t('export.json')}</a> <a href="decisions.json">{t('export.decisions.json')}</a>{' '}
        <a href="texts.json">{t('export.texts.json')}</a>
      </p>
    </>
  );
}

function DecisionsSection(props: {
  readonly language: Language;
  readonly date: CommonData['date'];
  readonly decisions: readonly ExportedDecision[];
  readonly texts: AgreedTexts;
}): JSX.Element {
  const { language, date, decisions, texts } = props;
  const { t } = language;
  return (
    <section class="book-section">
      <h2>{t('export.decisions')}</h2>
      <p>{t('export.decisions.lead')}</p>
      <Table
        head={[
          t('export.consents.policy'),
          t('export.consents.state'),
          t('export.consents.decided'),
          t('export.consents.version'),
          t('export.decisions.browser'),
          t('export.decisions.network'),
        ]}
        rows={decisions.map((decided) => [
          decided.label ?? '–',
          decided.decision === null ? (
            '–'
          ) : (
            <DecisionCell language={language} state={decided.decision} vendors={decided.vendors} />
          ),
          <span class="book-word">{date(decided.at, 'minute')}</span>,
          <VersionCell decided={decided} texts={texts} />,
          decided.userAgent ?? '–',
          <span class="book-word">{decided.network ?? '–'}</span>,
        ])}
        below={2}
      />
    </section>
  );
}

/** The person's requests. */
export function RequestsPage(props: {
  readonly language: Language;
  readonly date: CommonData['date'];
  readonly requests: readonly ExportedRequest[];
}): JSX.Element {
  const { language, date, requests } = props;
  const { t } = language;
  return (
    <>
      <header class="book-head">
        <h1>{t('export.requests')}</h1>
        <p>{t('export.requests.lead')}</p>
      </header>
      <Table
        head={[
          t('export.requests.kind'),
          t('export.requests.state'),
          t('export.requests.created'),
          t('export.requests.completed'),
        ]}
        rows={requests.map((request) => [
          request.kind,
          request.state,
          date(request.createdAt, 'minute'),
          date(request.completedAt, 'minute') || '–',
        ])}
        empty={<Empty language={language} />}
      />
      {requests.map((request) => (
        <Messages language={language} date={date} request={request} />
      ))}
      <p class="book-json">
        <a href="requests.json">{t('export.json')}</a>
      </p>
    </>
  );
}

/** Searches without a server: the index is in scripts beside it. */
export function SearchPage(props: {
  readonly language: Language;
  readonly chunks: number;
  readonly isCapped: boolean;
}): JSX.Element {
  const { t } = props.language;
  return (
    <>
      <header class="book-head">
        <h1>{t('export.search')}</h1>
        <p>{t('export.search.lead')}</p>
      </header>
      <noscript>
        <p class="book-note">{t('export.search.script')}</p>
      </noscript>
      <form class="book-search" role="search" data-chunks={String(props.chunks)}>
        <label class="pe-hidden" for="words">
          {t('export.search.label')}
        </label>
        <input id="words" type="search" autocomplete="off" spellcheck={false} placeholder={t('export.search.label')} />
      </form>
      {props.isCapped && <p class="book-note">{t('export.search.capped')}</p>}
      <p class="book-count" role="status" data-none={t('export.search.none')} data-found={t('export.search.found')}></p>
      <ol class="book-results"></ol>
    </>
  );
}

function Empty({ language }: { language: Language }): JSX.Element {
  return (
    <div class="pe-empty">
      <p>{language.t('export.empty')}</p>
    </div>
  );
}

/** One of the engine's own parts. */
export interface OwnPage {
  readonly key: 'export.consents' | 'export.requests' | 'export.privacy';
  readonly href: string;
}

/** The engine's own parts, as the first page lists them. */
export const OWN_PAGES: readonly [OwnPage, OwnPage, OwnPage] = [
  { key: 'export.consents', href: 'privacy/consents.html' },
  { key: 'export.requests', href: 'privacy/requests.html' },
  { key: 'export.privacy', href: 'privacy/information.html' },
];

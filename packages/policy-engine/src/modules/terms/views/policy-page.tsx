/** One rule: its versions with the decisions on them, and the text in force. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ButtonLink,
  Downloads,
  EmptyState,
  Notice,
  type Page,
  PageHeader,
  Table,
  Time,
  spokenIn,
  type View,
} from '../../../platform/web/index.ts';
import type { Policy } from '../representation.ts';
import { missingTermMessage, type TermsPage } from '../service.ts';
import { languageName } from '../translations/languages.ts';
import type { VersionFigures } from '../version-figures.ts';
import { paths, titleOf, traitsOf } from './term-parts.tsx';
import { termColumns } from './terms-table.tsx';
import { TextWithContents } from './text-with-contents.tsx';
import { WriteLink } from './editor/write-link.tsx';

/** Rows of the table here; a page of its own has the rest. */
const SHOWN = 5;

/** What is known of a rule's texts. */
export interface PolicyTexts {
  readonly history: TermsPage;
  /** The text in force as HTML, empty for none. */
  readonly html: string;
  readonly figures: readonly VersionFigures[];
}

export function policyPage(view: View, policy: Policy, texts: PolicyTexts): Page {
  const { rule, current } = policy;
  const { history, html, figures } = texts;
  const title = rule.label(view.locale);
  const lead = traitsOf(view, rule).join(' · ');
  const write = <WriteLink view={view} policy={policy} kind="primary" />;
  const content = (
    <>
      <PageHeader
        title={title}
        spoken={spokenIn(rule.label, view)}
        back={{ href: view.href(paths.policies), text: view.t('terms.title') }}
        {...(lead !== '' && { lead })}
        {...(history.total > 0 && { action: write })}
      />
      {current === null && (
        <div data-error={missingTermMessage(rule.name)}>
          <Notice view={view} tone="danger">
            {view.t(rule.notice ? 'terms.notice.missing' : 'terms.missing_text')}
            <br />
            {/* In the words of the specification, too. */}
            <code>{missingTermMessage(rule.name)}</code>
          </Notice>
        </div>
      )}
      {history.total === 0 && (
        <EmptyState title={view.t('terms.history_empty')} text={view.t('terms.history_empty_text')} action={write} />
      )}
      {history.total > 0 && (
        <section class="pe-stack">
          <h2>{view.t('terms.history')}</h2>
          <Table
            view={view}
            caption={view.t('terms.history')}
            rows={history.terms.slice(0, SHOWN)}
            columns={termColumns(view, { rule, current, figures })}
          />
          <Downloads view={view} path={paths.files} query={{ rule: rule.name }} />
          {history.total > SHOWN && (
            <div class="pe-actions">
              <ButtonLink
                href={view.href(paths.terms(rule.name))}
                text={view.t('terms.history_all', { total: history.total })}
              />
            </div>
          )}
          <LanguageFigures view={view} figures={figures} />
        </section>
      )}
      {current !== null && (
        <section class="pe-stack" aria-labelledby="in-force">
          <h2 id="in-force">{view.t('terms.in_force_title')}</h2>
          <p class="pe-muted pe-small">
            {titleOf(view, current)} · {view.t('terms.in_force_since')}{' '}
            <Time view={view} at={new Date(current.publishedAt ?? current.createdAt)} />
          </p>
          <div class="pe-card">
            <TextWithContents view={view} html={html} locale={current.locale} />
          </div>
        </section>
      )}
    </>
  );
  return { title, content };
}

/** Decisions on each version in each language, collapsed. */
function LanguageFigures({ view, figures }: { view: View; figures: readonly VersionFigures[] }): JSX.Element {
  if (figures.length === 0) return <></>;
  const rows = figures.toSorted((a, b) => b.version - a.version || b.accepted + b.rejected - a.accepted - a.rejected);
  const number = (count: number): string => count.toLocaleString(view.formatLocale);
  return (
    <details>
      <summary>{view.t('terms.figures.by_language')}</summary>
      <Table
        view={view}
        caption={view.t('terms.figures.by_language')}
        rows={rows}
        columns={[
          {
            label: view.t('terms.column.text'),
            kind: 'heading',
            cell: ({ version }) => view.t('terms.version', { version }),
          },
          {
            label: view.t('terms.language'),
            cell: ({ locale }) => (locale === '' ? view.t('terms.figures.unknown') : languageName(locale, view.locale)),
          },
          {
            label: view.t('terms.figures.accepted'),
            kind: 'number',
            cell: ({ accepted }) => number(accepted),
          },
          {
            label: view.t('terms.figures.rejected'),
            kind: 'number',
            cell: ({ rejected }) => number(rejected),
          },
        ]}
      />
    </details>
  );
}

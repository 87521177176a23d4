/** One rule: the text in force, and what is being written. */
import {
  ButtonLink,
  EmptyState,
  Notice,
  type Page,
  PageHeader,
  Time,
  type View,
  Prose,
} from '../../../platform/web/index.ts';
import type { Policy } from '../representation.ts';
import { missingTermMessage, type TermsPage } from '../service.ts';
import { paths, titleOf, traitsOf } from './term-parts.tsx';
import { TermsTable } from './terms-table.tsx';
import { WriteLink } from './write-link.tsx';

/** Rows of the table here; the rest is a page of its own. */
const SHOWN = 5;

export function policyPage(view: View, policy: Policy, history: TermsPage, html: string): Page {
  const { rule, current } = policy;
  const title = rule.label(view.locale);
  const lead = traitsOf(view, rule).join(' · ');
  const write = <WriteLink view={view} policy={policy} kind="primary" />;
  const content = (
    <>
      <PageHeader
        title={title}
        back={{ href: view.href(paths.policies), text: view.t('terms.title') }}
        {...(lead !== '' && { lead })}
        {...(history.total > 0 && { action: write })}
      />
      {current === null && (
        <Notice view={view} tone="danger">
          <code>{missingTermMessage(rule.name)}</code>
          <br />
          {view.t('terms.missing_text')}
        </Notice>
      )}
      {history.total === 0 && (
        <EmptyState title={view.t('terms.history_empty')} text={view.t('terms.history_empty_text')} action={write} />
      )}
      {current !== null && (
        <section class="pe-card pe-stack" aria-label={view.t('terms.state.in_force')}>
          <p class="pe-muted pe-small">
            {titleOf(view, current)} · {view.t('terms.in_force_since')}{' '}
            <Time view={view} at={new Date(current.publishedAt ?? current.createdAt)} />
          </p>
          <Prose html={html} locale={current.locale} />
        </section>
      )}
      {history.total > 0 && (
        <section class="pe-stack">
          <h2>{view.t('terms.history')}</h2>
          <TermsTable view={view} terms={history.terms.slice(0, SHOWN)} current={current} />
          {history.total > SHOWN && (
            <div class="pe-actions">
              <ButtonLink
                href={view.href(paths.terms(rule.name))}
                text={view.t('terms.history_all', { total: history.total })}
              />
            </div>
          )}
        </section>
      )}
    </>
  );
  return { title, content };
}

/** All versions and drafts of a rule. */
import {
  ButtonLink,
  Downloads,
  EmptyState,
  type Page,
  PageHeader,
  Pager,
  type View,
} from '../../../platform/web/index.ts';
import type { Policy } from '../representation.ts';
import type { TermsPage } from '../service.ts';
import type { VersionFigures } from '../version-figures.ts';
import { paths } from './term-parts.tsx';
import { TermsTable } from './terms-table.tsx';
import { WriteLink } from './editor/write-link.tsx';

export function termsPage(view: View, policy: Policy, history: TermsPage, figures: readonly VersionFigures[]): Page {
  const { rule, current } = policy;
  const title = view.t('terms.history');
  const write = <WriteLink view={view} policy={policy} kind="primary" />;
  const href = (page: number): string => view.href(`${paths.terms(rule.name)}?page=${page}`);
  const isPastTheEnd = history.total > 0 && history.terms.length === 0;
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('terms.history_lead')}
        back={{ href: view.href(paths.policy(rule.name)), text: rule.label(view.locale) }}
        {...(history.total > 0 && { action: write })}
      />
      {history.total === 0 && (
        <EmptyState title={view.t('terms.history_empty')} text={view.t('terms.history_empty_text')} action={write} />
      )}
      {isPastTheEnd && (
        <EmptyState
          title={view.t('terms.page_empty')}
          text={view.t('terms.page_empty_text')}
          action={<ButtonLink href={href(1)} text={view.t('terms.page_first')} />}
        />
      )}
      {history.terms.length > 0 && (
        <TermsTable view={view} rule={rule} terms={history.terms} current={current} figures={figures} />
      )}
      {history.total > 0 && <Downloads view={view} path={paths.files} query={{ rule: rule.name }} />}
      {!isPastTheEnd && <Pager view={view} page={history.page} pages={history.pages} href={href} />}
    </>
  );
  return { title: `${title}: ${rule.label(view.locale)}`, content };
}

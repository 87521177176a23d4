/** All versions and drafts of a rule. */
import { EmptyState, List, type Page, PageHeader, type View } from '../../../platform/web/index.ts';
import type { Policy } from '../representation.ts';
import type { TermsPage } from '../service.ts';
import type { VersionFigures } from '../version-figures.ts';
import { paths } from './term-parts.tsx';
import { termColumns } from './terms-table.tsx';
import { WriteLink } from './editor/write-link.tsx';

export function termsPage(view: View, policy: Policy, history: TermsPage, figures: readonly VersionFigures[]): Page {
  const { rule, current } = policy;
  const title = view.t('terms.history');
  const write = <WriteLink view={view} policy={policy} kind="primary" />;
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
      {history.total > 0 && (
        <List
          view={view}
          path={paths.terms(rule.name)}
          files={{ path: paths.files, query: { rule: rule.name } }}
          query={{}}
          total={{ count: history.total }}
          isExported
          caption={title}
          columns={termColumns(view, { rule, current, figures })}
          rows={history.terms}
          rowsOfSeveralLines
          page={history.page}
          pages={history.pages}
          empty={{ title: view.t('terms.history_empty'), text: view.t('terms.history_empty_text') }}
        />
      )}
    </>
  );
  return { title: view.t('text.labelled', { label: title, value: rule.label(view.locale) }), content };
}

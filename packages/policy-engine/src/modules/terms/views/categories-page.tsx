/** Every rule with the state of its text. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, ButtonLink, type Page, PageHeader, Time, type View } from '../../../platform/web/index.ts';
import type { Category } from '../representation.ts';
import { missingTermMessage } from '../service.ts';
import type { Term } from '../term.ts';
import { paths, titleOf, traitsOf } from './term-parts.tsx';
import { WriteLink } from './write-link.tsx';

function Badges({ view, category }: { view: View; category: Category }): JSX.Element {
  return (
    <>
      {category.current === null ? (
        <Badge tone="danger" text={view.t('terms.state.missing')} />
      ) : (
        <Badge tone="success" text={view.t('terms.state.in_force')} />
      )}
      {category.scheduled.length > 0 && <Badge tone="info" text={view.t('terms.state.scheduled')} />}
      {category.drafts.length > 0 && <Badge tone="warning" text={view.t('terms.state.draft_waiting')} />}
    </>
  );
}

function InForce({ view, term }: { view: View; term: Term }): JSX.Element {
  return (
    <p>
      {titleOf(view, term)} · {view.t('terms.in_force_since')}{' '}
      <Time view={view} at={new Date(term.publishedAt ?? term.createdAt)} />
    </p>
  );
}

function Card({ view, category, isNext }: { view: View; category: Category; isNext: boolean }): JSX.Element {
  const { rule, current } = category;
  const label = rule.label(view.locale);
  const traits = traitsOf(view, rule);
  return (
    <li class="pe-card pe-item" data-error={current === null ? missingTermMessage(rule.name) : undefined}>
      <div class="pe-stack">
        <div class="pe-row">
          <h2>
            <a href={view.href(paths.category(rule.name))}>
              <bdi>{label}</bdi>
            </a>
          </h2>
          <Badges view={view} category={category} />
        </div>
        {current === null ? <p>{view.t('terms.missing_text')}</p> : <InForce view={view} term={current} />}
        {traits.length > 0 && <p class="pe-muted pe-small">{traits.join(' · ')}</p>}
      </div>
      <div class="pe-actions">
        {current !== null && (
          <ButtonLink
            href={view.href(paths.term(current))}
            text={view.t('terms.read')}
            name={`${view.t('terms.read')}: ${label}`}
          />
        )}
        <WriteLink view={view} category={category} kind={isNext ? 'primary' : 'plain'} inList />
      </div>
    </li>
  );
}

/** @param notices - what administrators have to look at, above the list */
export function categoriesPage(
  view: View,
  categories: readonly Category[],
  notices: readonly JSX.Element[] = [],
): Page {
  const title = view.t('terms.title');
  // One next step, not one per policy.
  const next = categories.find(({ current }) => current === null);
  const content = (
    <>
      <PageHeader title={title} lead={view.t('terms.lead')} />
      {notices}
      <ul class="pe-list">
        {categories.map((category) => (
          <Card view={view} category={category} isNext={category === next} />
        ))}
      </ul>
    </>
  );
  return { title, content };
}

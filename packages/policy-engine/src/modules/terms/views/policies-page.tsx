/** Every rule with the state of its text. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, ButtonLink, type Page, PageHeader, spokenIn, Time, type View } from '../../../platform/web/index.ts';
import type { Policy } from '../representation.ts';
import { missingTermMessage } from '../service.ts';
import type { Term } from '../term.ts';
import { paths, titleOf, traitsOf } from './term-parts.tsx';
import { WriteLink } from './editor/write-link.tsx';

function Badges({ view, policy }: { view: View; policy: Policy }): JSX.Element {
  return (
    <>
      {policy.current === null ? (
        <Badge tone="danger" text={view.t('terms.state.missing')} />
      ) : (
        <Badge tone="success" text={view.t('terms.state.in_force')} />
      )}
      {policy.scheduled.length > 0 && <Badge tone="info" text={view.t('terms.state.scheduled')} />}
      {policy.drafts.length > 0 && <Badge tone="warning" text={view.t('terms.state.draft_waiting')} />}
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

function Card({ view, policy, isNext }: { view: View; policy: Policy; isNext: boolean }): JSX.Element {
  const { rule, current } = policy;
  const label = rule.label(view.locale);
  const traits = traitsOf(view, rule);
  return (
    <li class="pe-card pe-item" data-error={current === null ? missingTermMessage(rule.name) : undefined}>
      <div class="pe-stack">
        <div class="pe-row">
          <h2 {...spokenIn(rule.label, view)}>
            <a href={view.href(paths.policy(rule.name))}>
              <bdi {...spokenIn(rule.label, view)}>{label}</bdi>
            </a>
          </h2>
          <Badges view={view} policy={policy} />
        </div>
        {current === null ? (
          <p>{view.t(rule.notice ? 'terms.notice.missing' : 'terms.missing_text')}</p>
        ) : (
          <InForce view={view} term={current} />
        )}
        {traits.length > 0 && <p class="pe-muted pe-small">{traits.join(' · ')}</p>}
      </div>
      <div class="pe-actions">
        {current !== null && (
          <ButtonLink
            href={view.href(paths.term(current))}
            text={view.t('terms.read')}
            name={view.t('text.labelled', { label: view.t('terms.read'), value: label })}
          />
        )}
        <WriteLink view={view} policy={policy} kind={isNext ? 'primary' : 'plain'} inList />
      </div>
    </li>
  );
}

/** @param notices - what administrators should check, above the list */
export function policiesPage(view: View, policies: readonly Policy[], notices: readonly JSX.Element[] = []): Page {
  const title = view.t('terms.title');
  // One next step in total, not one per policy.
  const next = policies.find(({ current }) => current === null);
  const content = (
    <>
      <PageHeader title={title} lead={view.t('terms.lead')} />
      {notices}
      <ul class="pe-list">
        {policies.map((policy) => (
          <Card view={view} policy={policy} isNext={policy === next} />
        ))}
      </ul>
    </>
  );
  return { title, content };
}

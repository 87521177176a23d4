/** A rule with everything that its person can know and do about it. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, Prose, spokenIn, Time, type View } from '../../../../platform/web/index.ts';
import { BrowserNote, Limit, StateBadge } from '../../views/decision.tsx';
import { isUntilOptOut, runsUndecided } from '../../decisions/status.ts';
import type { Script } from '../../scripts/declaration.ts';
import type { CentreRule } from '../service.ts';
import { ChangesSince, NoticeChanges } from './changes.tsx';
import { decidedJustNow, Outcome, RefusalFacts } from './consequences.tsx';
import { History } from './history.tsx';
import type { HtmlOf } from './page-data.ts';
import { WithoutVendors } from './vendor-choice.tsx';

/** The rule's anchor on the page. */
export function ruleAnchor(rule: string): string {
  return `rule-${rule}`;
}

/** How a rule is shown. */
export interface RuleCardProps {
  readonly view: View;
  readonly shown: CentreRule;
  readonly html: HtmlOf;
  /** Of its heading. */
  readonly level: 2 | 3;
  /** The form to decide; nothing for a notice. */
  readonly buttons: Child;
  /** Further choices, among the details. Default: none. */
  readonly choices?: Child;
  /** Whether everything is shown at once: to a person who is asked, who reads before they decide. Default: false. */
  readonly isAsked?: boolean;
}

/** A row with the name, the state and the answers; its details open below it. */
export function RuleCard(props: RuleCardProps): JSX.Element {
  const { view, shown, buttons } = props;
  const { rule } = shown.status;
  const anchor = ruleAnchor(rule.name);
  return (
    <section class="pe-card pe-stack pe-choice" id={anchor} aria-labelledby={`${anchor}-name`}>
      <div class="pe-choice-head">
        <Name {...props} anchor={anchor} />
        {buttons}
      </div>
      <JustNow view={view} shown={shown} />
      <Details {...props} />
    </section>
  );
}

/** What the row says while it is closed. */
function Name({ view, shown, level, anchor }: RuleCardProps & { readonly anchor: string }): JSX.Element {
  const { status, changes, news } = shown;
  const { rule, byGpc, hasConflict } = status;
  const label = rule.label(view.locale);
  const description = rule.description(view.locale);
  const named = spokenIn(rule.label, view);
  const heading = <bdi {...named}>{label}</bdi>;
  return (
    <div class="pe-choice-name">
      <div class="pe-row">
        {level === 2 ? (
          <h2 id={`${anchor}-name`} {...named}>
            {heading}
          </h2>
        ) : (
          <h3 id={`${anchor}-name`} {...named}>
            {heading}
          </h3>
        )}
        {!rule.notice && (
          <StateBadge view={view} status={status} isOutdated={status.userTermId !== null || changes !== null} />
        )}
        {news !== null && <Badge tone="info" text={view.t('centre.notice_changed')} />}
        <BrowserNote view={view} status={status} />
        <WithoutVendors view={view} shown={shown} />
        {(byGpc || hasConflict) && <span class="pe-muted pe-small">{view.t('choice.by_gpc')}</span>}
        {(isUntilOptOut(status) || runsUndecided(status)) && (
          <span class="pe-muted pe-small">{view.t(isUntilOptOut(status) ? 'choice.runs_opt_out' : 'choice.runs')}</span>
        )}
        {rule.blocking && <Badge tone="info" text={view.t('consents.required')} />}
      </div>
      {description !== '' && (
        <p dir="auto" {...spokenIn(rule.description, view)}>
          {description}
        </p>
      )}
    </div>
  );
}

/** What there is to know of a rule. */
function Details({ view, shown, html, choices, isAsked = false }: RuleCardProps): JSX.Element {
  const { status, text, scripts, changes, news, history } = shown;
  const { rule, term } = status;
  const label = rule.label(view.locale);
  const read = view.t('consents.read_text');
  const details = view.t('table.more');
  const facts = (
    <>
      <Scripts view={view} scripts={scripts} />
      {changes !== null && <ChangesSince view={view} changes={changes} version={term.version} html={html} />}
      {news !== null && <NoticeChanges view={view} changes={news} html={html} />}
      <details class="pe-unfold">
        <summary aria-label={view.t('text.labelled', { label: read, value: label })}>{read}</summary>
        <Prose html={html(text)} locale={text.locale} />
      </details>
      {!rule.notice && (
        <RefusalFacts view={view} decided={{ rule, scripts, vendors: status.vendors }} status={status} />
      )}
      {choices}
      <Facts view={view} shown={shown} />
      <History view={view} label={label} events={history} />
    </>
  );
  if (isAsked) return facts;
  return (
    <details class="pe-unfold">
      <summary aria-label={view.t('text.labelled', { label: details, value: label })}>{details}</summary>
      <div class="pe-stack">{facts}</div>
    </details>
  );
}

/** What was just decided, if it was this rule. */
function JustNow({ view, shown: { status, scripts, history } }: { view: View; shown: CentreRule }): JSX.Element {
  const { rule, vendors } = status;
  const just = decidedJustNow(view);
  if (just?.rule !== rule.name || just.state !== status.state) return <></>;
  // The banner's endpoint reports a rejection; the decision before it says what it was.
  const before = history.filter(({ leaf }) => leaf.decision !== null)[1]?.leaf.decision;
  const wasAccepted = before === 'accepted';
  const isWithdrawal = just.isWithdrawal || (!rule.blocking && wasAccepted);
  return (
    <Outcome
      view={view}
      decided={{ rule, scripts, vendors }}
      state={just.state}
      isWithdrawal={isWithdrawal}
      wasAccepted={wasAccepted}
    />
  );
}

function Scripts({ view, scripts }: { view: View; scripts: readonly Script[] }): JSX.Element {
  if (scripts.length === 0) return <></>;
  return (
    <ul class="pe-bullets">
      {scripts.map((script) => (
        <li>
          <strong>
            <bdi>{script.name}</bdi>
          </strong>
          {script.provider !== '' && script.provider !== script.name && (
            <>
              {' '}
              (<bdi>{script.provider}</bdi>)
            </>
          )}
          {script.description(view.locale) !== '' && (
            <>
              : <bdi {...spokenIn(script.description, view)}>{script.description(view.locale)}</bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Which version, since when, decided when, and the proof of it. */
function Facts({ view, shown: { status, history } }: { view: View; shown: CentreRule }): JSX.Element {
  const { rule, term, state, decidedAt, byGpc } = status;
  const label = rule.label(view.locale);
  const link = (path: string, text: string) => (
    <a
      href={view.href(`/user_terms/${rule.name}${path}`)}
      aria-label={view.t('text.labelled', { label: text, value: label })}
    >
      {text}
    </a>
  );
  // The decision of a visitor without an account is in the ledger only.
  const decision = history.find(({ leaf }) => leaf.decision === state)?.leaf;
  const at = decidedAt ?? decision?.at ?? null;
  const version = decision?.version ?? term.version;
  return (
    <p class="pe-muted pe-small pe-dots">
      {state !== 'passive' && !byGpc && at !== null && (
        <span>
          {view.t('app.label', { label: view.t('consents.decided') })}{' '}
          <Time view={view} at={new Date(at)} precision="minute" />
          {version !== term.version && ` (${view.t('consents.version', { version })})`}
        </span>
      )}
      <Limit view={view} status={status} />
      <span>{view.t('consents.version', { version: term.version })}</span>
      <span>
        {view.t('consents.in_force')} <Time view={view} at={new Date(term.publishedAt)} />
      </span>
      <span>{link('', view.t('centre.text_page'))}</span>
      {history.length > 0 && state !== 'passive' && !byGpc && <span>{link('/receipt', view.t('ledger.receipt'))}</span>}
    </p>
  );
}

/** People's own pages. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { ConsentState, Rule } from '../../rules/index.ts';
import { languageName, type ReadableText, type TermInForce, textsOf } from '../../terms/index.ts';
import {
  Badge,
  ButtonLink,
  EmptyState,
  type Page,
  PageHeader,
  spokenIn,
  Table,
  Time,
  type View,
  Prose,
} from '../../../platform/web/index.ts';
import type { VersionChanges } from '../centre/changes.ts';
import { NoticeChanges } from '../centre/views/changes.tsx';
import type { HtmlOf } from '../centre/views/page-data.ts';
import { decidedJustNow, Outcome, RefusalFacts } from '../centre/views/consequences.tsx';
import type { ConsentStatus } from '../decisions/status.ts';
import type { Script } from '../scripts/declaration.ts';
import type { ShownText } from '../routes/representation.ts';
import { BrowserNote, DecisionButtons, Limit, StateBadge } from './decision.tsx';

/** The version in force, and its date. */
function Version({ view, term }: { view: View; term: TermInForce }): JSX.Element {
  return (
    <p class="pe-muted pe-small">
      {view.t('consents.version', { version: term.version })} · {view.t('consents.in_force')}{' '}
      <Time view={view} at={new Date(term.publishedAt)} />
    </p>
  );
}

/** Links to the same text in other languages, each with its own name. */
function LanguageChoice({ view, rule, term, text }: { view: View; rule: Rule; term: TermInForce; text: ReadableText }) {
  if (term.translations.length === 0) return <></>;
  return (
    <nav class="pe-dots pe-small" aria-label={view.t('consents.languages')}>
      {textsOf(term).map(({ locale }) => (
        <a
          href={view.href(`/user_terms/${rule.name}?locale=${encodeURIComponent(locale)}`)}
          hreflang={locale}
          lang={locale}
          aria-current={locale === text.locale ? 'true' : undefined}
        >
          {languageName(locale)}
        </a>
      ))}
    </nav>
  );
}

/** What the page of a text shows. */
interface TextPage extends ShownText {
  /** What changed lately in a notice. */
  readonly news: VersionChanges | null;
  readonly htmlOf: HtmlOf;
}

/** Whether it can be decided on with an account only, and the reader has none. */
function needsAccount(view: View, rule: Rule): boolean {
  return !rule.notice && !rule.sessionless && view.user === null;
}

/** What is expected of the reader, in a sentence. */
function leadOf(view: View, rule: Rule, state: ConsentState): string {
  if (rule.notice) return view.t('consents.message.notice');
  return view.t(needsAccount(view, rule) ? 'consents.sign_in_to_decide' : `consents.message.${state}`);
}

/** One policy's text, with the decision on it. */
export function textPage(
  view: View,
  status: ConsentStatus & { readonly term: TermInForce; readonly scripts: readonly Script[] },
  shown: TextPage,
): Page {
  const { text, html, news, htmlOf } = shown;
  const { rule, term, state } = status;
  const title = rule.label(view.locale);
  const back = { href: view.href('/privacy'), text: view.t('centre.title') };
  const just = decidedJustNow(view);
  const saysNotice = just?.rule === rule.name && just.state === state;
  const content = (
    <>
      <PageHeader title={title} spoken={spokenIn(rule.label, view)} lead={leadOf(view, rule, state)} back={back} />
      {just !== null && saysNotice && (
        <Outcome view={view} decided={status} state={state} isWithdrawal={just.isWithdrawal} wasAccepted={false} />
      )}
      <div class="pe-row">
        {!rule.notice && !needsAccount(view, rule) && (
          <StateBadge view={view} status={status} isOutdated={status.userTermId !== null} />
        )}
        {news !== null && <Badge tone="info" text={view.t('centre.notice_changed')} />}
        <BrowserNote view={view} status={status} />
        {status.limit !== null && (
          <p class="pe-muted pe-small">
            <Limit view={view} status={status} />
          </p>
        )}
        <Version view={view} term={term} />
      </div>
      <LanguageChoice view={view} rule={rule} term={term} text={text} />
      {news !== null && <NoticeChanges view={view} changes={news} html={htmlOf} />}
      <article class="pe-card">
        <Prose html={html} locale={text.locale} />
      </article>
      {!rule.notice && <Decision view={view} status={status} text={text} />}
      <p class="pe-muted pe-small">
        {view.t('app.label', { label: view.t('consents.fingerprint') })} <code>{text.hash}</code>
      </p>
    </>
  );
  return { title, content, saysNotice };
}

/** Both answers with their consequences, or why the person cannot answer. */
function Decision({
  view,
  status,
  text,
}: {
  view: View;
  status: ConsentStatus & { readonly scripts: readonly Script[] };
  text: ReadableText;
}): JSX.Element {
  if (needsAccount(view, status.rule)) {
    if (view.loginUrl === undefined) return <></>;
    return (
      <div class="pe-actions">
        <ButtonLink href={view.loginUrl} text={view.t('app.sign_in')} />
      </div>
    );
  }
  return (
    <>
      <RefusalFacts view={view} decided={status} status={status} />
      <DecisionButtons view={view} status={status} text={text} />
    </>
  );
}

/** The rules that must be accepted, and which of them the reader has accepted. */
export function blockingPage(view: View, statuses: readonly ConsentStatus[]): Page {
  const title = view.t('consents.blocking.title');
  const content = (
    <>
      <PageHeader title={title} lead={view.t('consents.blocking.lead')} />
      {statuses.length === 0 ? (
        <EmptyState title={view.t('consents.blocking.none')} text={view.t('consents.blocking.none_text')} />
      ) : (
        <Table
          view={view}
          caption={title}
          rows={statuses}
          columns={[
            {
              label: view.t('consents.policy'),
              kind: 'heading',
              cell: ({ rule }) => <bdi {...spokenIn(rule.label, view)}>{rule.label(view.locale)}</bdi>,
            },
            ...(view.user === null
              ? []
              : [
                  {
                    label: view.t('ledger.decision'),
                    isPlain: true,
                    cell: (status: ConsentStatus) => (
                      <StateBadge view={view} status={status} isOutdated={status.userTermId !== null} />
                    ),
                  },
                ]),
            {
              label: view.t('table.actions'),
              kind: 'actions',
              cell: ({ rule }) => (
                <ButtonLink small href={view.href(`/user_terms/${rule.name}`)} text={view.t('consents.read')} />
              ),
            },
          ]}
        />
      )}
    </>
  );
  return { title, content };
}

/** The privacy centre: one page for everything that a person is asked, has decided, and can do with their data. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ButtonLink,
  Notice,
  type Page,
  PageHeader,
  safeHref,
  spokenIn,
  type View,
} from '../../../../platform/web/index.ts';
import { languageName } from '../../../terms/index.ts';
import { isOpen, isPending } from '../../decisions/status.ts';
import { DecisionButtons } from '../../views/decision.tsx';
import type { Centre, CentreRule } from '../service.ts';
import { BrowserPart } from './browser-part.tsx';
import { decidedJustNow } from './consequences.tsx';
import { coursePart } from './course.tsx';
import { type CentrePage, centrePath, type DrawnPart, type HtmlOf } from './page-data.ts';
import { ruleAnchor, RuleCard } from './rule-card.tsx';

export function centrePage(view: View, page: CentrePage): Page {
  const { centre, sections, returnTo } = page;
  const title = view.t('centre.title');
  const back = returnTo === '' ? {} : { back: { href: returnTo, text: view.t('app.back') } };
  const isSignedIn = view.user !== null;
  const [first, rest] = [true, false].map((isFirst) => sections.filter((one) => one.isFirst === isFirst));
  const parts: DrawnPart[] = [
    ...(first ?? []),
    ...(isSignedIn || centre.asked.length > 0 ? [askedPart(view, page)] : []),
    ...(isSignedIn || centre.decided.length > 0 ? [decidedPart(view, page)] : []),
    { id: 'browser', heading: view.t('centre.browser'), content: <BrowserPart view={view} page={page} /> },
    ...(centre.notices.length > 0 ? [noticesPart(view, page)] : []),
    ...(centre.course.length > 0 ? [coursePart(view, centre.course)] : []),
    ...(rest ?? []),
  ];
  const just = decidedJustNow(view);
  const isShown = (one: CentreRule) => one.status.rule.name === just?.rule && one.status.state === just.state;
  const content = (
    <>
      <PageHeader title={title} lead={view.t(isSignedIn ? 'centre.lead' : 'centre.lead_visitor')} {...back} />
      <Contents view={view} page={page} parts={parts} />
      {parts.map((part) => (
        <section class="pe-stack pe-part" id={part.id} aria-labelledby={`${part.id}-heading`}>
          <h2 id={`${part.id}-heading`}>{part.heading}</h2>
          {part.content}
        </section>
      ))}
      <Unpublished view={view} rules={centre.unpublished} />
      <SignIn view={view} />
      <Languages view={view} returnTo={returnTo} />
    </>
  );
  return { title, content, saysNotice: [...centre.asked, ...centre.decided, ...centre.browser].some(isShown) };
}

/** Links to the same page in other languages, each with its own name. */
function Languages({ view, returnTo }: { view: View; returnTo: string }): JSX.Element {
  const path = view.href(centrePath(returnTo));
  const to = (locale: string) => `${path}${path.includes('?') ? '&' : '?'}locale=${encodeURIComponent(locale)}`;
  return (
    <nav class="pe-dots pe-small pe-screen" aria-label={view.t('centre.languages')}>
      {view.locales.map((locale) => (
        <a
          href={to(locale)}
          hreflang={locale}
          lang={locale}
          aria-current={locale === view.locale ? 'true' : undefined}
          rel="nofollow"
        >
          <bdi>{languageName(locale)}</bdi>
        </a>
      ))}
    </nav>
  );
}

/** Links to the parts of the page, with what is pending. */
function Contents({ view, page, parts }: { view: View; page: CentrePage; parts: readonly DrawnPart[] }): JSX.Element {
  const { centre } = page;
  if (parts.length < 2) return <></>;
  const open: Readonly<Record<string, number>> = {
    asked: centre.asked.length,
    browser: centre.browser.filter(({ status }) => isOpen(status)).length,
  };
  return (
    <nav class="pe-chips" aria-label={view.t('centre.contents')}>
      {parts.map(({ id, heading }) => (
        <a href={`#${id}`}>
          {heading}
          {(open[id] ?? 0) > 0 && (
            <span class="pe-open-count" aria-label={view.t('centre.open', { count: open[id] ?? 0 })}>
              {(open[id] ?? 0).toLocaleString(view.formatLocale)}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}

function askedPart(view: View, { centre, html, returnTo }: CentrePage): DrawnPart {
  const undecided = centre.browser.filter(({ status }) => isOpen(status));
  const content = (
    <>
      {centre.asked.length === 0 && undecided.length === 0 && (
        <p class="pe-muted">
          {view.t('consents.pending.none')}. {view.t('consents.pending.none_text')}
        </p>
      )}
      <AskedCards view={view} asked={centre.asked} html={html} level={3} fields={fieldsFor(view, returnTo)} />
      {undecided.length > 0 && (
        <p>
          {view.t('centre.asked.browser')}{' '}
          <span class="pe-dots">
            {undecided.map(({ status: { rule } }) => (
              <a href={`#${ruleAnchor(rule.name)}`}>
                <bdi {...spokenIn(rule.label, view)}>{rule.label(view.locale)}</bdi>
              </a>
            ))}
          </span>
        </p>
      )}
    </>
  );
  return { id: 'asked', heading: view.t('centre.asked'), content };
}

/** Leads back to this page and keeps where the person came from, which the default redirect does not know. */
function fieldsFor(view: View, returnTo: string): Readonly<Record<string, string>> {
  const here = view.href(centrePath(returnTo));
  return returnTo === '' || here.length > 2000 ? {} : { return_to: here };
}

/** What is asked, each with its text, what changed in it, and both answers. */
export function AskedCards(props: {
  view: View;
  asked: readonly CentreRule[];
  html: HtmlOf;
  level: 2 | 3;
  fields: Readonly<Record<string, string>>;
}): JSX.Element {
  const { view, asked, html, level, fields } = props;
  return (
    <>
      {asked.map((shown) => (
        <RuleCard
          view={view}
          shown={shown}
          html={html}
          level={level}
          buttons={<DecisionButtons view={view} status={shown.status} text={shown.text} fields={fields} />}
          isAsked={isPending(shown.status)}
        />
      ))}
    </>
  );
}

function decidedPart(view: View, { centre, html, returnTo }: CentrePage): DrawnPart {
  const content =
    centre.decided.length === 0 ? (
      <p class="pe-muted">{view.t('centre.decided.none')}</p>
    ) : (
      <AskedCards view={view} asked={centre.decided} html={html} level={3} fields={fieldsFor(view, returnTo)} />
    );
  return { id: 'decided', heading: view.t('centre.decided'), content };
}

/** Rules without a text: nobody can read it or decide on it, so that they do not wait for anybody. */
function Unpublished({ view, rules }: { view: View; rules: Centre['unpublished'] }): JSX.Element {
  if (rules.length === 0) return <></>;
  return (
    <p class="pe-muted">
      {view.t('centre.unpublished')}{' '}
      <span class="pe-dots">
        {rules.map(({ name, label }) => (
          <span data-error={`no term for ${name} policy`}>
            <bdi>{label(view.locale)}</bdi>
          </span>
        ))}
      </span>
    </p>
  );
}

/** Information, each with its text and nothing to decide. */
function noticesPart(view: View, { centre, html }: CentrePage): DrawnPart {
  const content = centre.notices.map((shown) => (
    <RuleCard view={view} shown={shown} html={html} level={3} buttons={false} />
  ));
  return { id: 'notices', heading: view.t('centre.notices'), content: <>{content}</> };
}

/** For visitors: where the rest is. */
function SignIn({ view }: { view: View }): JSX.Element {
  if (view.user !== null || view.loginUrl === undefined) return <></>;
  return (
    <Notice view={view} tone="info">
      {view.t('centre.sign_in')} <a href={safeHref(view.loginUrl)}>{view.t('app.sign_in')}</a>
    </Notice>
  );
}

/** Only what a person is asked: the page to which a host sends people who must decide before they continue. */
export function pendingPage(
  view: View,
  {
    asked,
    html,
    returnTo,
    hasRefused,
  }: {
    asked: readonly CentreRule[];
    html: HtmlOf;
    returnTo: string;
    /** Whether something is rejected that the person may continue without. */
    hasRefused: boolean;
  },
): Page {
  const title = view.t('consents.pending.title');
  const centre = { href: view.href('/privacy'), text: view.t('centre.title') };
  if (asked.length === 0) {
    const none = view.t('consents.pending.none');
    return {
      title: none,
      content: (
        <>
          <PageHeader title={none} lead={view.t('consents.pending.none_text')} />
          <div class="pe-actions">
            <ButtonLink {...centre} />
          </div>
        </>
      ),
    };
  }
  // Each decision leads here again; the last one leads on.
  const here = view.href(`/user_terms/pending?return_to=${encodeURIComponent(returnTo)}`);
  const fields = returnTo === '' || here.length > 2000 ? {} : { return_to: here };
  const required = asked.filter(({ status }) => status.rule.blocking);
  const free = asked.filter(({ status }) => !status.rule.blocking);
  const cards = { view, html, fields };
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t(required.length > 0 ? 'consents.blocking.lead' : 'consents.pending.lead')}
        back={centre}
      />
      <AskedCards {...cards} asked={required} level={2} />
      {/* Apart from what is required: a consent that seems to be is not freely given (GDPR Art. 7(4)). */}
      {required.length > 0 && free.length > 0 && (
        <div class="pe-part">
          <h2>{view.t('consents.pending.free')}</h2>
          <p class="pe-muted">{view.t('consents.pending.free_text')}</p>
        </div>
      )}
      <AskedCards {...cards} asked={free} level={required.length > 0 ? 3 : 2} />
      {hasRefused && (
        <p class="pe-muted pe-small">
          {view.t('consents.pending.refused')} <a href={centre.href}>{centre.text}</a>
        </p>
      )}
    </>
  );
  return { title, content };
}

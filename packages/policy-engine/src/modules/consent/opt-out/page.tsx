/** “Your Privacy Choices”, and the second step of the way back. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import {
  ActionForm,
  ButtonLink,
  EmptyState,
  namesInSentence,
  Notice,
  type Page,
  PageHeader,
  safeHref,
  spokenIn,
  type View,
} from '../../../platform/web/index.ts';
import { BrowserNote, Limit, StateBadge } from '../views/decision.tsx';
import { CHOICES_PATH, choicesPath, returnPath } from './link.ts';
import { Pill } from './pill.tsx';
import { hasReceipt } from './representation.ts';
import { isHonoured, type Sale } from './service.ts';

interface ChoicesProps {
  readonly view: View;
  readonly sales: readonly Sale[];
  /** Where the person came from; empty for nowhere. */
  readonly returnTo: string;
}

const backOf = (view: View, returnTo: string) =>
  returnTo === '' ? {} : { back: { href: returnTo, text: view.t('app.back') } };

/** Opting out takes one button, whoever the person is. */
export function choicesPage(view: View, sales: readonly Sale[], returnTo: string): Page {
  const title = view.t('optout.title');
  const props = { view, sales, returnTo };
  const content = (
    <>
      <PageHeader
        title={title}
        lead={view.t('optout.lead')}
        {...backOf(view, returnTo)}
        action={<Pill height={28} />}
      />
      {sales.length === 0 ? (
        <EmptyState title={view.t('optout.none')} text={view.t('optout.none_text')} />
      ) : (
        <>
          <Honoured {...props} />
          <Choice {...props} />
          <h2>{view.t('optout.what')}</h2>
          {sales.map((sale) => (
            <SaleCard view={view} sale={sale} />
          ))}
        </>
      )}
      <p>
        <a href={view.href('/privacy')}>{view.t('centre.title')}</a>
      </p>
    </>
  );
  return { title, content };
}

/** Says that the request is honoured (11 CCR § 7025(c)(6)), where it counts, and by what. */
function Honoured({ view, sales }: ChoicesProps): JSX.Element {
  if (!isHonoured(sales)) return <></>;
  return (
    <Notice view={view} tone="success">
      <strong>{view.t('optout.honoured')}</strong>{' '}
      {view.t(view.user === null ? 'optout.honoured_browser' : 'optout.honoured_account')}
      {sales.some(({ byGpc }) => byGpc) && <> {view.t('optout.by_signal')}</>}
    </Notice>
  );
}

/** One button to opt out; without an account, the way to let it count on all devices. */
function Choice({ view, sales, returnTo }: ChoicesProps): JSX.Element {
  const isRecorded = sales.every((sale) => sale.state === 'rejected' && hasReceipt(sale));
  const mayReturn = sales.some(({ isOptedOut }) => isOptedOut);
  return (
    <>
      <div class="pe-actions">
        {!isRecorded && (
          <ActionForm
            action={view.href(CHOICES_PATH)}
            text={view.t('optout.do')}
            kind="primary"
            fields={returnTo === '' ? {} : { return_to: returnTo }}
          />
        )}
        {mayReturn && <ButtonLink href={view.href(returnPath(undefined, returnTo))} text={view.t('optout.return')} />}
      </div>
      {view.user === null && view.loginUrl !== undefined && (
        <p class="pe-muted">
          {view.t('optout.sign_in')} <a href={safeHref(view.loginUrl)}>{view.t('app.sign_in')}</a>
        </p>
      )}
    </>
  );
}

function SaleCard({ view, sale }: { view: View; sale: Sale }): JSX.Element {
  const { rule, scripts, byGpc, userTermId } = sale;
  const label = rule.label(view.locale);
  const description = rule.description(view.locale);
  const providers = [...new Set(scripts.map(({ provider, name }) => provider || name))];
  const link = (path: string, text: string) => (
    <a
      href={view.href(`/user_terms/${rule.name}${path}`)}
      aria-label={view.t('text.labelled', { label: text, value: label })}
    >
      {text}
    </a>
  );
  return (
    <section class="pe-card pe-stack" aria-labelledby={`sale-${rule.name}`}>
      <div class="pe-row">
        <h3 id={`sale-${rule.name}`} {...spokenIn(rule.label, view)}>
          <bdi>{label}</bdi>
        </h3>
        <StateBadge view={view} status={sale} isOutdated={userTermId !== null} />
        <BrowserNote view={view} status={sale} />
        {byGpc && <span class="pe-muted pe-small">{view.t('choice.by_gpc')}</span>}
      </div>
      {description !== '' && (
        <p dir="auto" {...spokenIn(rule.description, view)}>
          {description}
        </p>
      )}
      {providers.length > 0 && <p>{view.t('optout.recipients', { names: namesInSentence(view.locale, providers) })}</p>}
      <p class="pe-muted pe-small pe-dots">
        <Limit view={view} status={sale} />
        <span>{link('', view.t('centre.text_page'))}</span>
        {hasReceipt(sale) && <span>{link('/receipt', view.t('ledger.receipt'))}</span>}
      </p>
    </section>
  );
}

/** The second step: it names what is allowed again, and both answers are alike. */
export function returnPage(view: View, sales: readonly Sale[], returnTo: string): Page {
  const isSale = sales.some(({ rule }) => rule.sells);
  const title = view.t(isSale ? 'optout.return_title' : 'optout.back_title');
  const keep = isSale
    ? { href: view.href(choicesPath(returnTo)), text: view.t('optout.return_keep') }
    : { href: view.href('/privacy#browser'), text: view.t('optout.back_keep') };
  const content = (
    <div class="pe-card pe-narrow pe-stack">
      <PageHeader title={title} lead={view.t(isSale ? 'optout.return_lead' : 'optout.back_lead')} />
      <ul class="pe-bullets">
        {sales.map(({ rule }) => (
          <li>
            <a href={view.href(`/user_terms/${rule.name}`)} {...spokenIn(rule.label, view)}>
              <bdi>{rule.label(view.locale)}</bdi>
            </a>
          </li>
        ))}
      </ul>
      <div class="pe-actions">
        <form method="post" action={view.href(`${CHOICES_PATH}/return`)}>
          {returnTo !== '' && <input type="hidden" name="return_to" value={returnTo} />}
          <input type="hidden" name="confirmed" value="1" />
          {sales.map(({ rule, term }) => (
            <>
              <input type="hidden" name="rules[]" value={rule.name} />
              <input type="hidden" name={`texts[${rule.name}]`} value={String(term.version)} />
            </>
          ))}
          <button type="submit" class="pe-button">
            {view.t('optout.return_confirm')}
          </button>
        </form>
        <ButtonLink {...keep} />
      </div>
    </div>
  );
  return { title, content };
}

/** The privacy settings: what one consented to, changed with one click each way. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { BrowserNote, StateBadge } from '../../views/decision.tsx';
import {
  ButtonLink,
  EmptyState,
  Notice,
  type Page,
  PageHeader,
  Time,
  type View,
} from '../../../../platform/web/index.ts';
import type { ConsentSetting, ConsentSettings } from '../service.ts';

export function settingsPage(view: View, { rules, gpc }: ConsentSettings, returnTo: string): Page {
  const title = view.t('choice.title');
  const back = returnTo === '' ? {} : { back: { href: returnTo, text: view.t('app.back') } };
  if (rules.length === 0) {
    const action = <ButtonLink href={view.href('/cookies')} text={view.t('choice.declaration')} />;
    const empty = <EmptyState title={view.t('choice.none')} text={view.t('choice.none_text')} action={action} />;
    return {
      title,
      content: (
        <>
          <PageHeader title={title} {...back} />
          {empty}
        </>
      ),
    };
  }
  const content = (
    <>
      <PageHeader title={title} lead={view.t('choice.lead')} {...back} />
      {gpc.honoured && <Notice view={view} tone="info" text={view.t('choice.gpc.honoured')} />}
      {gpc.overridden && <Notice view={view} tone="info" text={view.t('choice.gpc.overridden')} />}
      {rules.length > 1 && <All view={view} rules={rules} returnTo={returnTo} />}
      {rules.map((rule) => (
        <RuleCard view={view} status={rule} returnTo={returnTo} />
      ))}
      <p>
        <a href={view.href('/cookies')}>{view.t('choice.declaration_link')}</a>
      </p>
    </>
  );
  return { title, content };
}

interface FormProps {
  readonly view: View;
  readonly rules: readonly ConsentSetting[];
  readonly returnTo: string;
}

/** What goes with each button: where to go back to, and what was shown. */
function Fields({ view, rules, returnTo }: FormProps): JSX.Element {
  return (
    <>
      {returnTo !== '' && <input type="hidden" name="return_to" value={returnTo} />}
      <input type="hidden" name="shown[locale]" value={view.locale} />
      <input type="hidden" name="shown[choices][]" value="accept" />
      <input type="hidden" name="shown[choices][]" value="reject" />
      {rules.map(({ rule, term }) => (
        <input type="hidden" name={`shown[texts][${rule.name}]`} value={String(term.version)} />
      ))}
    </>
  );
}

function All(props: FormProps): JSX.Element {
  const { view } = props;
  return (
    <form method="post" action={view.href('/consent')} class="pe-choices">
      <Fields {...props} />
      <button type="submit" class="pe-button" name="all" value="accept">
        {view.t('choice.accept_all')}
      </button>
      <button type="submit" class="pe-button" name="all" value="reject">
        {view.t('choice.reject_all')}
      </button>
    </form>
  );
}

/** Whether the ledger has an event of what was decided: a cookie that the engine did not record has none. */
function hasReceipt(view: View, { state, byGpc, unproved, userTermId }: ConsentSetting): boolean {
  if (state === 'passive' || byGpc) return false;
  return view.user === null ? !unproved : userTermId !== null;
}

function RuleCard({ view, status, returnTo }: { view: View; status: ConsentSetting; returnTo: string }): JSX.Element {
  const { rule, term, state, byGpc, decidedAt, scripts } = status;
  const label = rule.label(view.locale);
  const description = rule.description(view.locale);
  const pressed = (decision: string) => (state === decision && !byGpc ? 'true' : 'false');
  return (
    <section class="pe-card pe-stack" aria-labelledby={`rule-${rule.name}`}>
      <div class="pe-row">
        <h2 id={`rule-${rule.name}`}>
          <bdi>{label}</bdi>
        </h2>
        <StateBadge view={view} state={state} />
        <BrowserNote view={view} status={status} />
        {byGpc && <span class="pe-muted pe-small">{view.t('choice.by_gpc')}</span>}
        {decidedAt !== null && state !== 'passive' && !byGpc && (
          <span class="pe-muted pe-small">
            <Time view={view} at={new Date(decidedAt)} precision="minute" />
          </span>
        )}
      </div>
      {description !== '' && <p dir="auto">{description}</p>}
      {scripts.length > 0 && (
        <ul class="pe-bullets">
          {scripts.map((script) => (
            <li>
              <strong>
                <bdi>{script.name}</bdi>
              </strong>
              {script.provider !== '' && (
                <>
                  {' '}
                  (<bdi>{script.provider}</bdi>)
                </>
              )}
              {script.description(view.locale) !== '' && (
                <>
                  : <bdi>{script.description(view.locale)}</bdi>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <form method="post" action={view.href('/consent')} class="pe-choices">
        <Fields view={view} rules={[status]} returnTo={returnTo} />
        {(['accept', 'reject'] as const).map((word) => (
          <button
            type="submit"
            class="pe-button"
            name={`decisions[${rule.name}]`}
            value={word}
            aria-pressed={pressed(word === 'accept' ? 'accepted' : 'rejected')}
            aria-label={`${view.t(`consents.${word}`)}: ${label}`}
          >
            {view.t(`consents.${word}`)}
          </button>
        ))}
      </form>
      <p class="pe-small">
        <a href={view.href(`/user_terms/${rule.name}`)} aria-label={`${view.t('consents.read_text')}: ${label}`}>
          {view.t('consents.read_text')}
        </a>{' '}
        <span class="pe-muted">{view.t('consents.version', { version: term.version })}</span>
        {hasReceipt(view, status) && (
          <>
            {' · '}
            <a
              href={view.href(`/user_terms/${rule.name}/receipt`)}
              aria-label={`${view.t('ledger.receipt')}: ${label}`}
            >
              {view.t('ledger.receipt')}
            </a>
          </>
        )}
      </p>
    </section>
  );
}

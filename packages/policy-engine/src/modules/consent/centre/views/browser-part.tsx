/** The consents that a browser keeps: cookies and scripts, in the order and with the switches of the banner, with or without an account. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { ButtonLink, EmptyState, Notice, type View } from '../../../../platform/web/index.ts';
import { isOwn, isUntilOptOut, runsUndecided } from '../../decisions/status.ts';
import { NecessaryTable } from '../../necessary/cookie-table.tsx';
import { isPartly, isVendorChoice } from '../../decisions/vendors.ts';
import { gateOf } from '../../scripts/gate.ts';
import { ChoicesLink } from '../../opt-out/pill.tsx';
import type { CentreRule } from '../service.ts';
import { type CentrePage, centrePath } from './page-data.ts';
import { ruleAnchor, RuleCard } from './rule-card.tsx';
import { VendorChoice } from './vendor-choice.tsx';

export function BrowserPart({ view, page }: { view: View; page: CentrePage }): JSX.Element {
  return (
    <>
      <Necessary view={view} cookies={page.necessary} />
      <Choices view={view} page={page} />
    </>
  );
}

/** What is always on: without a switch, and with the same information as what can be rejected. */
function Necessary({ view, cookies }: { view: View; cookies: CentrePage['necessary'] }): JSX.Element {
  return (
    <div class="pe-card pe-stack pe-choice" id="necessary">
      <div class="pe-choice-name">
        <h3>{view.t('choice.necessary')}</h3>
        <p>{view.t('choice.necessary_text')}</p>
      </div>
      <details class="pe-unfold">
        <summary>
          {view.t('choice.cookies')} ({cookies.length.toLocaleString(view.formatLocale)})
        </summary>
        <NecessaryTable view={view} cookies={cookies} />
      </details>
    </div>
  );
}

function Choices({ view, page }: { view: View; page: CentrePage }): JSX.Element {
  const { browser, settings, lacksConsents } = page.centre;
  const declaration = view.href('/cookies');
  if (browser.length === 0) {
    const action = <ButtonLink href={declaration} text={view.t('choice.declaration')} />;
    // Without its texts a site cannot ask, which does not mean that it uses nothing that needs consent.
    return lacksConsents ? (
      <EmptyState title={view.t('choice.unpublished')} text={view.t('choice.unpublished_text')} action={action} />
    ) : (
      <EmptyState title={view.t('choice.none')} text={view.t('choice.none_text')} action={action} />
    );
  }
  const { honoured, overridden, conflict } = settings.gpc;
  return (
    <>
      <p class="pe-muted">{view.t(leadOf(browser))}</p>
      {conflict && <Notice view={view} tone="warning" text={view.t('choice.gpc.conflict')} />}
      {honoured && !conflict && <Notice view={view} tone="info" text={view.t('choice.gpc.honoured')} />}
      {overridden && <Notice view={view} tone="info" text={view.t('choice.gpc.overridden')} />}
      {browser.length > 1 && <All view={view} rules={browser} returnTo={page.returnTo} />}
      {browser.map((shown) => (
        <RuleCard
          view={view}
          shown={shown}
          html={page.html}
          level={3}
          buttons={<Choice view={view} shown={shown} returnTo={page.returnTo} />}
          choices={<VendorChoice view={view} shown={shown} fields={fieldsOf(view, shown, page.returnTo)} />}
        />
      ))}
      {browser.some(({ status }) => status.rule.sells) && (
        <p>
          <ChoicesLink language={view} href={view.href} />
        </p>
      )}
      <p>
        <a href={declaration}>{view.t('choice.declaration_link')}</a>
      </p>
    </>
  );
}

/** What is said of that which runs before anybody decided. */
function leadOf(rules: readonly CentreRule[]): 'choice.lead' | 'choice.lead_runs' | 'choice.lead_opt_out' {
  if (rules.some(({ status }) => isUntilOptOut(status))) return 'choice.lead_opt_out';
  return rules.some(({ status }) => runsUndecided(status)) ? 'choice.lead_runs' : 'choice.lead';
}

interface FieldProps {
  readonly view: View;
  readonly rules: readonly CentreRule[];
  readonly returnTo: string;
  /** Anchor on the page that the answer leads to. */
  readonly anchor: string;
}

/** What goes with each button: where it leads, and what was shown. */
function Fields({ view, rules, returnTo, anchor }: FieldProps): JSX.Element {
  return (
    <>
      <input type="hidden" name="return_to" value={`${view.href(centrePath(returnTo))}#${anchor}`} />
      <input type="hidden" name="shown[locale]" value={view.locale} />
      <input type="hidden" name="shown[choices][]" value="reject" />
      <input type="hidden" name="shown[choices][]" value="accept" />
      {rules.some(({ status }) => isVendorChoice(status.vendors)) && (
        <input type="hidden" name="shown[choices][]" value="save" />
      )}
      {rules.map(({ status: { rule, term } }) => (
        <input type="hidden" name={`shown[texts][${rule.name}]`} value={String(term.version)} />
      ))}
    </>
  );
}

function All({ view, rules, returnTo }: Omit<FieldProps, 'anchor'>): JSX.Element {
  return (
    <form method="post" action={view.href('/consent')} class="pe-choices">
      <Fields view={view} rules={rules} returnTo={returnTo} anchor="browser" />
      <button type="submit" class="pe-button" name="all" value="reject">
        {view.t('choice.reject_all')}
      </button>
      <button type="submit" class="pe-button" name="all" value="accept">
        {view.t('choice.accept_all')}
      </button>
    </form>
  );
}

/** What is sent with an answer on one rule. */
function fieldsOf(view: View, shown: CentreRule, returnTo: string): JSX.Element {
  return <Fields view={view} rules={[shown]} returnTo={returnTo} anchor={ruleAnchor(shown.status.rule.name)} />;
}

/** The switch of the banner, with a button that saves it: nothing is decided before it is pressed. */
function Choice({ view, shown, returnTo }: { view: View; shown: CentreRule; returnTo: string }): JSX.Element {
  const { status } = shown;
  const { rule, state, byGpc, vendors } = status;
  const label = rule.label(view.locale);
  const name = `decisions[${rule.name}]`;
  const save = view.t('choice.vendors.save');
  return (
    <form method="post" action={view.href('/consent')} class="pe-choices">
      {fieldsOf(view, shown, returnTo)}
      {/* Vendors that are not switched on stay so, as long as the purpose is. */}
      {isPartly(status) &&
        vendors.map((vendor) => (
          <input
            type="hidden"
            name={`decisions[${gateOf(rule.name, vendor.name)}]`}
            value={vendor.state === 'accepted' ? 'accept' : 'reject'}
          />
        ))}
      <input type="hidden" name={name} value="reject" />
      <label>
        <input
          type="checkbox"
          role="switch"
          class="pe-switch"
          name={name}
          value="accept"
          aria-labelledby={`${ruleAnchor(rule.name)}-name`}
          checked={state === 'accepted' && !byGpc && isOwn(status)}
        />
      </label>
      <button type="submit" class="pe-button" aria-label={view.t('text.labelled', { label: save, value: label })}>
        {save}
      </button>
    </form>
  );
}

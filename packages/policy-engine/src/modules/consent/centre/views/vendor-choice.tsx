/** The vendors of a purpose, to accept one by one. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { namesInSentence, type View } from '../../../../platform/web/index.ts';
import { gateOf } from '../../scripts/gate.ts';
import { isOwn, type VendorState } from '../../decisions/status.ts';
import { isVendorChoice } from '../../decisions/vendors.ts';
import type { CentreRule } from '../service.ts';

/** Vendors that a purpose is accepted without. */
function left({ status: { state, browser, vendors } }: CentreRule): readonly VendorState[] {
  const here = state === 'passive' ? browser : state;
  return here === 'accepted' ? vendors.filter((vendor) => vendor.state !== 'accepted') : [];
}

/** Which vendors a purpose is accepted without; nothing if it is accepted with all of them. */
export function WithoutVendors({ view, shown }: { view: View; shown: CentreRule }): JSX.Element {
  const names = left(shown).map(({ name }) => name);
  if (names.length === 0) return <></>;
  const vendors = namesInSentence(view.locale, names);
  return <span class="pe-muted pe-small">{view.t('choice.without', { vendors })}</span>;
}

/** A form with a switch for each vendor, as in the banner; nothing if there is only one. @param props.fields sent with the answer */
export function VendorChoice(props: { view: View; shown: CentreRule; fields: JSX.Element }): JSX.Element {
  const { view, shown, fields } = props;
  const { rule, vendors } = shown.status;
  if (!isVendorChoice(vendors)) return <></>;
  const label = rule.label(view.locale);
  const without = new Set(left(shown).map(({ name }) => name));
  return (
    <form method="post" action={view.href('/consent')} class="pe-stack">
      {fields}
      <fieldset class="pe-vendors">
        <legend>
          <strong>{view.t('choice.vendors')}</strong>
          <small class="pe-muted">{view.t('choice.vendors.hint')}</small>
        </legend>
        {vendors.map(({ name, state }) => (
          <label>
            <input type="hidden" name={`decisions[${gateOf(rule.name, name)}]`} value="reject" />
            <input
              type="checkbox"
              role="switch"
              class="pe-switch"
              name={`decisions[${gateOf(rule.name, name)}]`}
              value="accept"
              checked={state === 'accepted' && isOwn(shown.status)}
            />
            <span>
              <bdi>{name}</bdi>
              {state === 'passive' && without.has(name) && (
                <small class="pe-muted"> · {view.t('choice.vendor_new')}</small>
              )}
            </span>
          </label>
        ))}
      </fieldset>
      <p>
        <button
          type="submit"
          class="pe-button pe-small"
          aria-label={view.t('text.labelled', { label: view.t('choice.vendors.save'), value: label })}
        >
          {view.t('choice.vendors.save')}
        </button>
      </p>
    </form>
  );
}

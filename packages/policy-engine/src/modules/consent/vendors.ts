/** Vendors of a purpose: the providers of its scripts. Where there are several, a person can accept the purpose without some of them. */
import { keptVendors, NO_VENDOR, saidOfVendor } from '../browsers/kept-vendors.ts';
import { vendorsIn } from '../proof/vendor-choice.ts';
import type { ConsentState, VendorState } from './consent-status.ts';

const NONE: readonly VendorState[] = [];

/**
 * How vendors stand.
 *
 * @param names those that are declared for the purpose
 * @param state of the purpose
 * @param kept what was said of single vendors, see `kept-vendors.ts`; null if the purpose was accepted as a whole, with
 * whoever stands behind it
 */
export function vendorStates(
  names: readonly string[],
  state: ConsentState,
  kept: string | null,
): readonly VendorState[] {
  if (names.length === 0) return NONE;
  const stateOf = (name: string) =>
    state !== 'accepted' || kept === null ? state : (saidOfVendor(kept, name) ?? 'passive');
  return names.map((name) => ({ name, state: stateOf(name) }));
}

/** A choice of an account as a browser keeps it; without any vendor where the database holds what no engine wrote. */
export function keptOfStored(text: string | null): string | null {
  if (text === null) return null;
  const choice = vendorsIn(text);
  return choice === null ? NO_VENDOR : keptVendors(choice);
}

/** Whether a script may run, whose vendor is named by its provider. */
export function isAllowed(
  status: { readonly state: ConsentState; readonly vendors: readonly VendorState[] },
  provider: string,
): boolean {
  if (provider === '' || status.state !== 'accepted') return status.state === 'accepted';
  return status.vendors.find(({ name }) => name === provider)?.state === 'accepted';
}

/** Whether vendors can be chosen one by one. */
export function isVendorChoice(vendors: readonly VendorState[]): boolean {
  return vendors.length > 1;
}

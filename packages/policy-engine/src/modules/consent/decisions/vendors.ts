/**
 * Vendors of a purpose: the providers of its scripts. If there are several, a person can accept the purpose without some of them.
 */
import { keptVendors, NO_VENDOR, saidOfVendor } from '../../browsers/index.ts';
import { type ConsentState, vendorsIn } from '../../rules/index.ts';
import type { VendorState } from './status.ts';

const NONE: readonly VendorState[] = [];

/**
 * The status of vendors.
 *
 * @param names those that are declared for the purpose
 * @param state of the purpose
 * @param kept the decisions on single vendors, see `kept-vendors.ts`; null if the purpose was accepted as a whole, with all of its
 * vendors
 * @param runsUndecided whether a vendor runs although nothing was decided. Default: none does
 */
export function vendorStates(
  names: readonly string[],
  state: ConsentState,
  kept: string | null,
  runsUndecided: (name: string) => boolean = () => false,
): readonly VendorState[] {
  if (names.length === 0) return NONE;
  const stateOf = (name: string) =>
    state !== 'accepted' || kept === null ? state : (saidOfVendor(kept, name) ?? 'passive');
  return names.map((name) => {
    const mine = stateOf(name);
    return { name, state: mine, runs: mine === 'accepted' || (state === 'passive' && runsUndecided(name)) };
  });
}

/** A choice of an account as a browser keeps it; without vendors if the database holds a value that the engine did not write. */
export function keptOfStored(text: string | null): string | null {
  if (text === null) return null;
  const choice = vendorsIn(text);
  return choice === null ? NO_VENDOR : keptVendors(choice);
}

/** Whether a script may run; its provider names its vendor. @param status.runs of what depends on the purpose alone */
export function isAllowed(
  { runs, vendors }: { readonly runs: boolean; readonly vendors: readonly VendorState[] },
  provider: string,
): boolean {
  return provider === '' ? runs : vendors.find(({ name }) => name === provider)?.runs === true;
}

/** Whether a purpose is accepted without some of its vendors. */
export function isPartly({
  state,
  vendors,
}: {
  readonly state: ConsentState;
  readonly vendors: readonly VendorState[];
}): boolean {
  return state === 'accepted' && vendors.some((vendor) => vendor.state !== 'accepted');
}

/** Whether vendors can be chosen one by one. */
export function isVendorChoice(vendors: readonly VendorState[]): boolean {
  return vendors.length > 1;
}

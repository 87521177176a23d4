/** Requested decisions, by gate: a rule by its name, or one of its vendors, see `gateOf`. */
import type { Said } from '../decisions/decision.ts';
import { type ConsentStatus, isOwn, type VendorState } from '../decisions/status.ts';
import { parseGate } from '../scripts/gate.ts';

/** The requested decision on a rule. */
export interface Wish {
  /** Null if nothing is requested for the rule itself. */
  readonly accepts: boolean | null;
  /** Whether a vendor is accepted, by its name. */
  readonly vendors: ReadonlyMap<string, boolean>;
}

/** Decisions to be made together, by rule. */
export type Wishes = ReadonlyMap<string, Wish>;

/** Accepts or rejects rules as a whole. */
export function wishesFor(rules: Iterable<string>, accepts: boolean): Wishes {
  return new Map([...rules].map((rule) => [rule, { accepts, vendors: new Map() }]));
}

/**
 * Reads decisions by gate.
 *
 * @param isKnown whether there is such a rule to decide on, with such a vendor
 * @returns also the gates that name nothing
 */
export function readWishes(
  decisions: Readonly<Record<string, boolean>>,
  isKnown: (rule: string, vendor: string | null) => boolean,
): {
  readonly wishes: Wishes;
  readonly unknown: ReadonlyArray<{ readonly gate: string; readonly vendor: string | null }>;
} {
  const wishes = new Map<string, { accepts: boolean | null; vendors: Map<string, boolean> }>();
  const unknown: { gate: string; vendor: string | null }[] = [];
  for (const [gate, accepts] of Object.entries(decisions)) {
    const { rule, vendor } = parseGate(gate);
    if (!isKnown(rule, vendor)) {
      unknown.push({ gate, vendor: isKnown(rule, null) ? vendor : null });
      continue;
    }
    const wish = wishes.get(rule) ?? { accepts: null, vendors: new Map<string, boolean>() };
    if (vendor === null) wish.accepts = accepts;
    else wish.vendors.set(vendor, accepts);
    wishes.set(rule, wish);
  }
  return { wishes, unknown };
}

/** The decisions that requests result in, see {@link saidBy}. @param statuses the current status of the rules */
export function decisionsFor(wishes: Wishes, statuses: readonly ConsentStatus[]): ReadonlyMap<string, Said> {
  // A vendor that is left out would otherwise be accepted by a person who never said so.
  const standing = new Map(statuses.map((status) => [status.rule.name, isOwn(status) ? status.vendors : []]));
  return new Map([...wishes].map(([rule, wish]) => [rule, saidBy(wish, standing.get(rule) ?? [])]));
}

/** The wishes that take no second step, and the names of the sales that do: what the person has opted out of. */
export function withoutReturns(
  wishes: Wishes,
  statuses: readonly ConsentStatus[],
): { readonly left: Wishes; readonly unconfirmed: readonly string[] } {
  const optedOut = new Set(statuses.filter(({ isOptedOut }) => isOptedOut).map(({ rule }) => rule.name));
  const isReturn = ([rule, { accepts, vendors }]: readonly [string, Wish]) =>
    optedOut.has(rule) && accepts !== false && (accepts === true || [...vendors.values()].includes(true));
  const returns = [...wishes].filter(isReturn).map(([rule]) => rule);
  return { left: new Map([...wishes].filter(([rule]) => !returns.includes(rule))), unconfirmed: returns };
}

/** Whether a request concerns only some of the vendors, and leaves others as they are. */
export function leavesOut(wish: Wish | undefined, standing: readonly VendorState[]): boolean {
  if (wish === undefined || wish.vendors.size === 0 || wish.accepts === false) return false;
  return standing.some(({ name }) => !wish.vendors.has(name));
}

/**
 * The decision on a rule that a request results in. Vendors that are left out stay as they are; vendors without any decision are
 * not part of it. A rule that is accepted without any vendor is rejected.
 *
 * @param standing current status of the vendors
 */
function saidBy({ accepts, vendors }: Wish, standing: readonly VendorState[]): Said {
  if (vendors.size === 0 || accepts === false) return accepts === true ? 'accepted' : 'rejected';
  const decided = standing.filter(({ state }) => state !== 'passive');
  const all = new Map([...decided.map(({ name, state }) => [name, state === 'accepted'] as const), ...vendors]);
  const offered = [...all.keys()];
  const refused = offered.filter((name) => all.get(name) === false);
  return refused.length === offered.length ? 'rejected' : { offered, refused };
}

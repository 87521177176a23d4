/** Which decisions a request to a user-term route asks for: rules by name, and the vendors of a rule. */
import type { Rules } from '../../rules/index.ts';
import type { FieldError } from '../../../errors/errors.ts';
import type { Access, Call } from '../../../platform/web/index.ts';
import { httpErrors, isolated } from '../../../platform/web/index.ts';
import type { Wish, Wishes } from '../banner/wishes.ts';

export type AnyCall = Call<Access, unknown, unknown, unknown>;

/** Whether a vendor is accepted, by its name. */
export type VendorsByName = Readonly<Record<string, boolean>>;

/** The body of `PUT /user_terms/accept_multiples`. */
interface Several {
  /** By `policy_rule_<name>`. */
  readonly user?: Readonly<Record<string, boolean>> | undefined;
  /** By rule. */
  readonly vendors?: Readonly<Record<string, VendorsByName>> | undefined;
  /** SHA-256 of the text that was read, by rule. */
  readonly hashes?: Readonly<Record<string, string>> | undefined;
}

const PREFIX = 'policy_rule_';

/** Whether decisions ask for single vendors, so that the result depends on the current decision. */
export function namesVendors(wishes: Wishes): boolean {
  return [...wishes.values()].some(({ vendors }) => vendors.size > 0);
}

/** @throws HttpError 422 for a name that is not a vendor of the rule */
export async function vendorWish(call: AnyCall, vendors: VendorsByName, known: readonly string[]): Promise<Wish> {
  await refuseUnknown(call, { vendors: unknownIn(vendors, known) });
  return { accepts: true, vendors: new Map(Object.entries(vendors)) };
}

/**
 * Reads several decisions.
 *
 * @throws HttpError 422 for a field that names no rule, or no vendor of its rule
 */
export async function severalWishes(
  call: AnyCall,
  { user = {}, vendors = {}, hashes = {} }: Several,
  { rules, vendorsOf }: { readonly rules: Rules; readonly vendorsOf: (rule: string) => readonly string[] },
): Promise<Wishes> {
  const isUnknown = (name: string) => rules.find(name) === undefined;
  const ruleOf = (field: string) => (field.startsWith(PREFIX) ? field.slice(PREFIX.length) : '');
  await refuseUnknown(call, {
    rules: [
      ...Object.keys(user).flatMap((field) => (isUnknown(ruleOf(field)) ? [`user.${field}`] : [])),
      ...Object.keys(vendors).flatMap((name) => (isUnknown(name) ? [`vendors.${name}`] : [])),
      ...Object.keys(hashes).flatMap((name) => (isUnknown(name) ? [`hashes.${name}`] : [])),
    ],
    vendors: Object.entries(vendors).flatMap(([name, chosen]) =>
      isUnknown(name) ? [] : unknownIn(chosen, vendorsOf(name), name),
    ),
  });
  const wishes = new Map<string, Wish>();
  for (const [field, accepts] of Object.entries(user)) wishes.set(ruleOf(field), { accepts, vendors: new Map() });
  for (const [name, chosen] of Object.entries(vendors)) {
    const accepts = wishes.get(name)?.accepts ?? null;
    // Without any vendor, nothing is requested.
    if (Object.keys(chosen).length > 0) wishes.set(name, { accepts, vendors: new Map(Object.entries(chosen)) });
  }
  return wishes;
}

interface UnknownVendor {
  readonly name: string;
  /** The rule, if the request is about several. */
  readonly below?: string;
}

function unknownIn(chosen: VendorsByName, known: readonly string[], below?: string): UnknownVendor[] {
  return Object.keys(chosen).flatMap((name) => (known.includes(name) ? [] : [{ name, ...(below && { below }) }]));
}

async function refuseUnknown(
  call: AnyCall,
  { rules = [], vendors }: { readonly rules?: readonly string[]; readonly vendors: readonly UnknownVendor[] },
): Promise<void> {
  if (rules.length === 0 && vendors.length === 0) return;
  const { t } = await call.language();
  throw httpErrors.invalid([
    ...rules.map((field): FieldError => ({ field, code: 'unknown', detail: t('consents.unknown_rule') })),
    ...vendors.map(({ name, below }): FieldError => {
      const field = ['vendors', ...(below === undefined ? [] : [below]), name].join('.');
      return { field, code: 'unknown', detail: t('choice.unknown_vendor', { vendor: isolated(name) }) };
    }),
  ]);
}

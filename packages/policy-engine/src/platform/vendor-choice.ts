/** A decision about the individual vendors of its purpose, if they were offered one by one. */

/** The vendors that were offered, and those of them that were rejected. The others of the list were accepted. */
export interface VendorChoice {
  readonly offered: readonly string[];
  readonly refused: readonly string[];
}

/** The choice as stored in the ledger: unique names sorted by their UTF-16 code units, no white space. */
export function vendorsText({ offered, refused }: VendorChoice): string {
  const sorted = (names: readonly string[]) => [...new Set(names)].toSorted();
  return JSON.stringify({ offered: sorted(offered), refused: sorted(refused) });
}

/** Reads such a text; null if it is invalid, as after a change in the database. */
export function vendorsIn(text: string | null | undefined): VendorChoice | null {
  if (text === null || text === undefined) return null;
  try {
    const { offered, refused } = JSON.parse(text) as Partial<Record<keyof VendorChoice, unknown>>;
    if (!areNames(offered) || !areNames(refused) || !refused.every((name) => offered.includes(name))) return null;
    const choice = { offered, refused };
    return offered.length > 0 && vendorsText(choice) === text ? choice : null;
  } catch {
    return null;
  }
}

function areNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((name) => typeof name === 'string' && name !== '');
}

/** The version of the banner's appearance that a decision names. */

/** Its number; null for none, and for a text that cannot be read. @param shown what was shown, as the ledger stores it */
export function shownAppearance(shown: string | null | undefined): number | null {
  if (typeof shown !== 'string') return null;
  try {
    const { appearance } = JSON.parse(shown) as { appearance?: unknown };
    return Number.isSafeInteger(appearance) && Number(appearance) > 0 ? Number(appearance) : null;
  } catch {
    return null;
  }
}

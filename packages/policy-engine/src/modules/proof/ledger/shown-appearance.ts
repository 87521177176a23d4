/** The banner that a decision names. */

const HASH = /^[0-9a-f]{64}$/;

/**
 * SHA-256 of the banner as it was served, or the number of the version of its appearance; null for none, and for a text that cannot
 * be read.
 *
 * @param shown what was shown, as the ledger stores it
 */
export function shownAppearance(shown: string | null | undefined): number | string | null {
  if (typeof shown !== 'string') return null;
  try {
    const { appearance } = JSON.parse(shown) as { appearance?: unknown };
    if (typeof appearance === 'string') return HASH.test(appearance) ? appearance : null;
    return Number.isSafeInteger(appearance) && Number(appearance) > 0 ? Number(appearance) : null;
  } catch {
    return null;
  }
}

/** In which layer it was decided: 2 if the purposes were shown one by one. */
export function shownLayer(shown: string | null | undefined): 1 | 2 {
  if (typeof shown !== 'string') return 1;
  try {
    const { choices } = JSON.parse(shown) as { choices?: unknown };
    return Array.isArray(choices) && choices.includes('save') ? 2 : 1;
  } catch {
    return 1;
  }
}

/**
 * The day on which a withdrawal came that an administrator recorded, `2027-02-14`; null for any other decision.
 *
 * @param shown what the ledger stores of how it was decided
 */
export function shownDay(shown: string | null | undefined): string | null {
  if (typeof shown !== 'string') return null;
  try {
    const { received_on: day } = JSON.parse(shown) as { received_on?: unknown };
    return typeof day === 'string' && /^\d{4}-\d\d-\d\d$/.test(day) ? day : null;
  } catch {
    return null;
  }
}

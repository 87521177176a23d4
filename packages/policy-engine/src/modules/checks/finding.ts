/** What a check can find. */
import type { Language } from '../../platform/i18n/language.ts';

/** Articles are of the GDPR unless they say otherwise. `error`: the duty is not met; `warning`: look at it. */
const FINDINGS = {
  migrations_pending: { severity: 'error', article: null },
  no_cookie_rule: { severity: 'error', article: 'ePrivacy Directive Art. 5(3)' },
  no_age_rule: { severity: 'error', article: 'Art. 8(1)' },
  no_privacy_rule: { severity: 'error', article: 'Art. 13' },
  missing_language: { severity: 'warning', article: 'Art. 12(1)' },
  missing_text: { severity: 'error', article: 'Art. 7(2), 12(1)' },
  blocking_consent: { severity: 'error', article: 'Art. 7(4)' },
  withdrawal_harder: { severity: 'error', article: 'Art. 7(3)' },
  withdrawal_hidden: { severity: 'warning', article: 'Art. 7(3)' },
  cookies_stay: { severity: 'warning', article: 'Art. 7(3)' },
  cookies_undescribed: { severity: 'warning', article: 'ePrivacy Directive Art. 5(3)' },
  no_ledger_key: { severity: 'warning', article: 'Art. 5(2), 7(1)' },
  environment_unset: { severity: 'warning', article: null },
  no_mail: { severity: 'warning', article: 'Art. 12(3)' },
  mail_incomplete: { severity: 'warning', article: null },
  no_admin: { severity: 'warning', article: null },
  no_user_lookup: { severity: 'error', article: 'Art. 15, 20' },
  no_portability_rule: { severity: 'warning', article: 'Art. 15, 20' },
  work_waiting: { severity: 'warning', article: 'Art. 12(3)' },
  work_failed: { severity: 'warning', article: null },
} as const;

export type Severity = 'error' | 'warning';

/** Stable word for a kind of finding. */
export type FindingCode = keyof typeof FINDINGS;

/** Something that is missing for compliance, or that contradicts it. */
export interface Finding {
  readonly code: FindingCode;
  readonly severity: Severity;
  /** Name of the rule, script or option it is about, or how many there are; null for the engine as a whole. */
  readonly subject: string | null;
  /** What is wrong, in a sentence. */
  readonly message: string;
  /** What to do about it, in a sentence. */
  readonly advice: string;
  /** The article that asks for it; null where it is a matter of working at all. */
  readonly article: string | null;
}

/** A finding before it has words. */
export interface Found {
  readonly code: FindingCode;
  readonly subject: string | null;
}

/** What is missing before what is only worth a look; otherwise as it was found. */
export function inOrder(found: readonly Found[]): Found[] {
  const rank = ({ code }: Found) => (FINDINGS[code].severity === 'error' ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** Puts a finding into words. */
export function worded({ code, subject }: Found, language: Language): Finding {
  const params = { subject: subject ?? '' };
  return {
    code,
    ...FINDINGS[code],
    subject,
    message: language.text(`check.${code}`, params),
    advice: language.text(`check.${code}.advice`, params),
  };
}

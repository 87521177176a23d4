/** What is done once, in its order, before the first person decides: each step is done when the check finds nothing about it. */
import type { Found } from '../../kernel/module.ts';
import type { TextKey } from '../../platform/i18n/language.ts';

/** A step. */
interface Step {
  readonly text: TextKey;
  /** Codes of findings that say that it is not done. */
  readonly codes: readonly string[];
  /** The page where an administrator does it, below the mount path. Default: what the check says about it. */
  readonly path?: string;
}

const STEPS: readonly Step[] = [
  { text: 'home.step.mail', codes: ['no_mail', 'mail_incomplete'] },
  { text: 'home.step.users', codes: ['no_user_lookup', 'no_portability_rule'] },
  { text: 'home.step.erasure', codes: ['erasure_undeclared', 'data_rule_unfit', 'data_never_erased'] },
  { text: 'home.step.key', codes: ['no_ledger_key'] },
  { text: 'home.step.backups', codes: ['no_erasure_journal', 'restores_unseen'] },
  { text: 'home.step.cookies', codes: ['no_cookie_rule', 'cookies_undescribed', 'cookies_undeclared'] },
  { text: 'home.step.texts', codes: ['missing_text', 'sample_text'], path: '/categories' },
  { text: 'home.step.languages', codes: ['missing_language', 'text_untranslated'] },
  { text: 'home.step.record', codes: ['record_incomplete'] },
  { text: 'home.step.ages', codes: ['default_ages_unconfirmed'], path: '/ages' },
];

/** A step, as the page shows it. */
export interface ShownStep {
  readonly text: TextKey;
  readonly isDone: boolean;
  /** The page where an administrator does it, below the mount path; null if the check says what to do. */
  readonly path: string | null;
  /** The finding that says that it is not done; null for a step that is done. */
  readonly finding: string | null;
}

/** All steps, in their order. @param found all findings of the check */
export function firstSteps(found: readonly Found[]): ShownStep[] {
  const codes = new Set(found.map(({ code }) => code));
  return STEPS.map(({ text, codes: own, path }) => {
    const finding = own.find((code) => codes.has(code)) ?? null;
    return { text, isDone: finding === null, path: path ?? null, finding };
  });
}

/** A finding of a check, as text. */
import type { FindingKind, Found } from '../../kernel/module.ts';
import type { Language, TextKey } from '../../platform/i18n/language.ts';

/** Something that is missing for compliance, or that contradicts it. */
export interface CheckFinding {
  /** Stable identifier of the kind of finding. */
  readonly code: string;
  /** `error`: a requirement is not met; `warning`: should be checked. */
  readonly severity: 'error' | 'warning';
  /** Name of the rule, script or option it is about, or how many there are; null for the engine as a whole. */
  readonly subject: string | null;
  /** What is wrong, in a sentence. */
  readonly message: string;
  /** What to do about it, in a sentence. */
  readonly advice: string;
  /** The article that asks for it; null if the finding is technical. */
  readonly article: string | null;
}

/** Kinds of findings by code. */
export type FindingKinds = Readonly<Record<string, FindingKind>>;

/** @throws {TypeError} for a code that no module declares */
export function kindOf(code: string, kinds: FindingKinds): FindingKind {
  const kind = kinds[code];
  if (kind === undefined) throw new TypeError(`No module declares the finding ${code}`);
  return kind;
}

/** Errors before warnings; otherwise in the order they were found. */
export function inOrder(found: readonly Found[], kinds: FindingKinds): Found[] {
  const rank = ({ code }: Found) => (kindOf(code, kinds).severity === 'error' ? 0 : 1);
  return found.toSorted((a, b) => rank(a) - rank(b));
}

/** What a check is about, in a few words: the text `check.<code>.name`. */
export function nameOf(code: string, { text }: Language): string {
  return text(`check.${code}.name` as TextKey);
}

/** Puts a finding into words: the texts `check.<code>` and `check.<code>.advice`. */
export function worded({ code, subject }: Found, kinds: FindingKinds, language: Language): CheckFinding {
  const params = { subject: subject ?? '' };
  const { severity, article } = kindOf(code, kinds);
  // Its module has the texts, which a test verifies.
  const text = (key: string) => language.text(key as TextKey, params);
  return { code, severity, article, subject, message: text(`check.${code}`), advice: text(`check.${code}.advice`) };
}

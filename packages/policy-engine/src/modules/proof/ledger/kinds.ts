/** The words of events: by which channel, of which kind, why flagged. */

/**
 * The channel of a decision. `import-undated`: the host imported it with a text that it has with a later date; `import-cookie`: a cookie
 * of another consent tool tells of it, which proves nothing; `opt-out`: the page “Your
 * Privacy Choices”; `phone`, `letter` and `email`: the person withdrew a consent in this way, and an administrator recorded it.
 */
export const decisionChannels = [
  'panel',
  'banner',
  'api',
  'sign-up',
  'import',
  'import-undated',
  'import-cookie',
  'gpc',
  'opt-out',
  'host',
  'adopted',
  'phone',
  'letter',
  'email',
] as const;
/** One of {@link decisionChannels}. */
export type DecisionChannel = (typeof decisionChannels)[number];

/** Kinds of events. */
export const eventKinds = [
  'decision',
  'adoption',
  'merge',
  'judgement',
  'takeover',
  'suspicion',
  'publication',
  'administration',
] as const;
/** One of {@link eventKinds}. */
export type EventKind = (typeof eventKinds)[number];

/** The most calendar months that a decision counts. */
export const MOST_MONTHS = 120;

/** Postures, as in `regimes/fact.ts`: nothing ran before an acceptance; ran until an objection; ran, with notice. */
export const ledgerPostures = ['opt-in', 'opt-out', 'exempt'] as const;
/** One of {@link ledgerPostures}. */
export type LedgerPosture = (typeof ledgerPostures)[number];

/** The most characters of the fact of law that a decision names. */
export const LONGEST_FACT = 100;

/**
 * - `changed`: the row does not match its hash;
 * - `identity_changed`: the identity or the circumstances do not match the commitments;
 * - `identity_missing`: nothing opens the commitments, and no host with the current `ledgerKey` erased the identity;
 * - `not_appended_here`: no host with the current `ledgerKey` appended it as it is;
 * - `not_erased_here`: it was sealed, and no host with the current `ledgerKey` erased its identity since.
 */
export const suspicionReasons = [
  'changed',
  'identity_changed',
  'identity_missing',
  'not_appended_here',
  'not_erased_here',
] as const;
/** One of {@link suspicionReasons}. */
export type SuspicionReason = (typeof suspicionReasons)[number];

/** What a sample text is. */

/** What there are samples of. */
export const SAMPLE_KINDS = ['cookie', 'privacy', 'age'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** The samples in a language, Markdown, and the mark that each begins with. */
export interface SampleTexts extends Readonly<Record<SampleKind, string>> {
  readonly mark: string;
}

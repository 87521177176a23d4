/** The type of a sample text. */

/** The kinds of samples. */
export const SAMPLE_KINDS = ['cookie', 'privacy', 'age'] as const;
export type SampleKind = (typeof SAMPLE_KINDS)[number];

/** The samples in a language, Markdown, and the mark that each starts with. */
export interface SampleTexts extends Readonly<Record<SampleKind, string>> {
  readonly mark: string;
}

/** Which languages the engine speaks, and what each of them has to say. */

/** A translation: every key of the English texts, none more. */
export type TextsLike<English> = { readonly [Key in keyof English]: string };

/** Languages of the engine besides English. */
export const TRANSLATED = ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'] as const;

/** Texts in each language of the engine; English has every key. */
export type Translations<English> = { readonly en: English } & {
  readonly [Tag in (typeof TRANSLATED)[number]]: TextsLike<English>;
};

/** Texts whose keys are not known. */
export type Catalogue = Translations<Readonly<Record<string, string>>>;

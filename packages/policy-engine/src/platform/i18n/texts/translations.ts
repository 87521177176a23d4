/** The languages of the engine, and the types of their texts. */

/** A translation: exactly the keys of the English texts. */
export type TextsLike<English> = { readonly [Key in keyof English]: string };

/** Languages of the engine besides English. */
export const TRANSLATED = ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'] as const;

/** Texts in each language of the engine; English has every key. */
export type Translations<English> = { readonly en: English } & {
  readonly [Tag in (typeof TRANSLATED)[number]]: TextsLike<English>;
};

/** Texts of a module, whose keys are not known here. An omitted language falls back to English. */
export type Catalogue = { readonly en: Readonly<Record<string, string>> } & {
  readonly [Tag in (typeof TRANSLATED)[number]]?: Readonly<Record<string, string>>;
};

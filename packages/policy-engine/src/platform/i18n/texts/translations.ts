/** Which languages the engine speaks, and what each of them has to say. */

/** A translation: every key of the English texts, none more. */
export type TextsLike<English> = { readonly [Key in keyof English]: string };

/** Languages of the engine besides English. */
export const TRANSLATED = ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'] as const;

/** Texts in each language of the engine; English has every key. */
export type Translations<English> = { readonly en: English } & {
  readonly [Tag in (typeof TRANSLATED)[number]]: TextsLike<English>;
};

/** Texts of a module, whose keys are not known here. In a language that is left out they are English. */
export type Catalogue = { readonly en: Readonly<Record<string, string>> } & {
  readonly [Tag in (typeof TRANSLATED)[number]]?: Readonly<Record<string, string>>;
};

/** The languages of the engine, and the types of their texts. */

/** Languages of the engine besides English. */
export const TRANSLATED = ['ar', 'de', 'es', 'fr', 'it', 'nl', 'pl', 'pt', 'tr'] as const;

/** A language of the engine. */
export type Translated = 'en' | (typeof TRANSLATED)[number];

/** Texts by key and language; each language has exactly the keys of English. */
export type Translations<English, Tag extends Translated = Translated> = {
  readonly [One in Tag]: { readonly [Key in keyof English]: string };
};

/** Texts of a module, whose keys are not known here. An omitted language falls back to English. */
export type Catalogue = { readonly en: Readonly<Record<string, string>> } & {
  readonly [Tag in (typeof TRANSLATED)[number]]?: Readonly<Record<string, string>>;
};

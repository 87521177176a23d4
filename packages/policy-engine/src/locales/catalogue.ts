/** Shape of a translation: every key of the English texts, none more. */
export type TextsLike<English> = { readonly [Key in keyof English]: string };

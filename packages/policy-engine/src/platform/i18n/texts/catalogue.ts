/** Texts of the engine by key and language. The frame's own are here, a module's in its `texts` folder. */
export { type Catalogue, TRANSLATED, type Translations } from './translations.ts';

/**
 * The parameters that `t` takes for each text, by key. Each folder of texts adds its own by declaration merging, in
 * `texts.generated.ts`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged with the texts of the frame and the modules
export interface TextParameters {}

/** Texts of the frame. */
export { texts as frameTexts } from './texts.generated.ts';

/** Attributes of a block whose text is not in the language of the page, so that it is read, hyphenated and laid out as what it is. */
import { directionOf } from '../../i18n/language.ts';
import { otherLanguage } from '../../options/host-text.ts';

/** `lang` and `dir` of a block; none for a block in the language of the page. */
export interface Spoken {
  readonly lang?: string;
  readonly dir?: 'ltr' | 'rtl';
}

/** @param lang BCP 47 tag of the text; undefined if it is in the language of the page */
export function spoken(lang: string | undefined): Spoken {
  return lang === undefined ? {} : { lang, dir: directionOf(lang) };
}

/** The same for a text of the host in a page. */
export function spokenIn(text: (locale: string) => string, { locale }: { readonly locale: string }): Spoken {
  return spoken(otherLanguage(text, locale));
}

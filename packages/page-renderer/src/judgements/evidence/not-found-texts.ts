/** Headings and titles that say of a page that there is none, in the languages that most of the web is written in. */
import { LANGUAGES, sentencesOf } from './not-found-languages.ts';

const NOUN =
  '(?:page|site|url|address|link|content|document|file(?: or directory)?|resource|article|post|story|product|item|offer|listing|job|event|' +
  'recipe|video|user|account|profile|category|entry|record|route|view)';
const SOUGHT =
  "(?: (?:that )?you(?:'re| are| were|'ve| have)? (?:looking for|look for|requested|searching for|sought|(?:tried|(?:are )?trying) to (?:reach|find|open|visit|access|view)|wanted))?";
const SUBJECT = `(?:the |this |that |your |our )?(?:requested )?${NOUN}${SOUGHT}`;

const MOVED =
  '(?:,? or (?:it )?(?:has been|was|may have been|might have been|could have been) (?:re)?moved(?: or deleted)?)?';

/** Each describes a whole text, in lower case and without punctuation at its ends. */
const PHRASES: readonly string[] = [
  // English
  `(?:${NOUN} )?not found`,
  `${SUBJECT} (?:is not|isn't) available(?: (?:right now|any ?more))?`,
  `${SUBJECT} (?:has been|was|may have been|might have been) (?:removed|deleted)(?:,? or (?:does not|doesn't|no longer) exists?)?`,
  `${SUBJECT} (?:was not|wasn't|is not|isn't|could not be|couldn't be|cannot be|can't be|can not be) found(?: (?:on|at) (?:this|our|the) (?:server|site|website|address))?`,
  `${SUBJECT} (?:does not|doesn't|did not|no longer) exists?(?: any ?more)?${MOVED}`,
  `${SUBJECT} (?:is )?(?:missing|gone|unavailable)`,
  `the link you (?:followed|clicked) (?:is|may be) broken(?:,? or (?:that )?${SUBJECT} (?:has been|was|may have been) (?:removed|deleted))?`,
  `${SUBJECT} (?:posting |listing )?(?:has|is) expired`,
  `(?:there(?:'s| is) )?no ${NOUN} (?:found )?here`,
  'no (?:such )?page (?:was )?found',
  `${SUBJECT} (?:is )?no longer (?:available|here|there)`,
  `(?:(?:we|this site) )?(?:can't|cannot|can not|couldn't|could not) (?:seem to )?find (?:the |this |that |your )?(?:requested )?${NOUN}${SOUGHT}`,
  `no such ${NOUN}`,
  'nothing (?:was found|here) at this (?:location|address|url)',
  `(?:we )?(?:can't|cannot|couldn't|could not) find what you(?:'re| are| were) looking for`,
  `${SUBJECT} has (?:been )?(?:re)?moved or no longer exists`,
  // Languages with one or two sentences; the others are in their table
  "(?:no s'ha trobat la pàgina|la pàgina no existeix|pàgina no trobada|(?:non se atopou a páxina|páxina non atopada)|orria(?:ldea)? ez da aurkitu)",
  '(?:lehte ei leitud|leht ei leitud|lehekülge ei leitud|lapa nav atrasta|puslapis nerastas)',
  'síðan fannst ekki',
  'strani? (?:ni bila najdena|ni mogoče najti|ne obstaja)',
  '(?:страница није пронађена)',
  'পৃষ্ঠা(?:টি)? (?:খুঁজে )?পাওয়া যায়নি',
  ...Object.values(LANGUAGES).flatMap(sentencesOf),
].map((sentence) => sentence.normalize('NFKC'));

const NUMBER =
  '(?:(?:http )?(?:status|error|erreur|fehler|errore|erro|ошибка|エラー|错误|錯誤|오류|خطأ|hata|błąd|chyba|fout|fel|feil|hiba|eroare)?(?: code)? ?4 ?(?:0 ?4|1 ?0)(?: error| page| gone)?|(?:error|erreur|fehler|errore|erro))';
/** Between the number and the sentence. */
const GAP = String.raw`[\s\p{P}\p{S}]*`;
const WHOLE = new RegExp(
  `^(?!error$|erreur$|fehler$|erro$|errore$)(?:${NUMBER}|(?:${NUMBER}${GAP})?(?:${PHRASES.join('|')}|that's an error)(?:${GAP}${NUMBER})?)$`,
  'u',
);
/** Exclamations before the sentence itself. */
const SORRY = Object.values(LANGUAGES).map(({ sorry }) => sorry.normalize('NFKC'));
const EXCLAMATION = new RegExp(
  String.raw`^(?:(?:o+ps|whoops|uh[- ]oh|oh no|hm+|(?:we're |we are )?sorry|it (?:looks|seems) like|looks like|something went wrong|${SORRY.join('|')})[\s\p{P}]+(?:but |aber |mais |pero )?)+`,
  'u',
);
const ENDS = /^[\s\p{P}\p{S}]+|[[\s\p{P}\p{S}]--[?？]]+$/gv;

/** Whether a heading says, in all of its words, that the page does not exist. "How to fix a 404 error" does not. */
export function saysNotFound(text: string): boolean {
  if (text.length > 200) return false;
  const plain = text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('i\u0307', 'i')
    .replaceAll('’', "'")
    .replaceAll(/\s+/g, ' ')
    .trim();
  const sentence = plain.replaceAll(ENDS, '').replace(EXCLAMATION, '').replaceAll(ENDS, '');
  return WHOLE.test(sentence);
}

/** The same of a title, which often has the name of the site beside it: `Page not found | Shop`. */
export function titleSaysNotFound(title: string): boolean {
  return [title, ...title.split(/\s[|–—·•:»«/-]+\s|\s?[|·•»«]\s?|:\s/)].some(saysNotFound);
}

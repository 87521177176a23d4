/**
 * Rows about one person: what is in them says something about that person, in words of the application's own trade (`triggers`,
 * `whakapapa`), unless a column is named like something technical.
 */
import { singular, tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';

/** The last word of a column that sorts, configures or identifies its row for programs. */
const TECHNICAL = wordsIn(`
  status state type kind role scope provider theme appearance language lang locale timezone tz zone currency color colour slug uuid guid
  hash digest version level tier plan group category visibility format mode method source medium term prefix suffix direction
  strategy policy permission setting preference flag option config configuration url uri link host domain etag checksum token at on
  date time timestamp count number total amount price rate balance engine driver model template variant tag badge rank score progress
  stage step order position sort priority code class object idp issuer did ref reference by from to until unit size length width
  height weight raw index key id list set map rule feature service client app application instance environment tenant organization
  organisation company workspace team project channel board folder file path filename filetype mime extension encoding interval period
  schedule frequency day hour minute week month year field page view layout style css html icon logo cover background sign counter
  action event result outcome error log hook attachment connection milestone access user member inviter job queue task process node cluster shard region server route endpoint method
  enabled required visible active default value data meta metadata payload property attribute parameter param arg criteria filter
  query quota limit usage seat license algorithm cipher iv salt shape segment cohort bucket experiment content subject
  brand account wallet address answer question start end uid region operator backend skin`);

/** The same, written in one word with another: `codcliente`, `langcode`. */
const GLUED =
  /^(?:cod|tipo|regimen|excepcion|estado|fecha|dias|idioma)[a-z]{3,}$|^[a-z]{3,}(?:code|key|type|status|datum|typ)$/;

/** Words anywhere that are about the application, its marketing or its programs. */
const OF_PROGRAMS = wordsIn(`
  utm default theme meta ui dashboard notification newsletter subscription stripe paypal oauth sso saml ldap webhook api otp mfa feature
  experiment encryption calendar import sync session token webauthn scim inbox outbox issue run skip promotion ab shared invoice prefix
  tax storage cache db sql json xml system app bot agent model plugin widget template email mail sms view list`);

/** What accountants call the rows of a person. */
const OF_ACCOUNTS = /^(?:subcuenta|cuenta|konto|compte|conto|sous ?compte|operacion|serie|tarifa|codigo|numero)/;

/** First words of columns that permit, ask or show. */
const ASKING = wordsIn('is has can may should require requires show hide allow enable disable needs use uses receive');

/** Whether a column in a row about one person, named so, is taken for personal. */
export function saysSomething(name: string): boolean {
  const tokens = tokensOf(name).map(singular);
  const last = tokens.at(-1) ?? '';
  if (tokens.length > 1 && ASKING.has(tokens[0] ?? '')) return false;
  if (
    tokens.length === 0 ||
    TECHNICAL.has(last) ||
    GLUED.test(last) ||
    OF_ACCOUNTS.test(last) ||
    /(?:ed|able)$/.test(tokens.length === 1 ? last : '')
  )
    return false;
  return !tokens.some((token) => OF_PROGRAMS.has(token));
}

/** Words in the names of tables whose rows say how a person lives: what they learned, who belongs to them, how they are. */
const LIFE = wordsIn(`
  education experience employment qualification dependent child children relative family passport visa medical condition allergy
  medication vaccination immunization immunisation diagnosis prescription symptom illness disease injury surgery treatment therapy
  encounter observation investigation disability behaviour behavior discipline aid absence leave salary payroll
  counseling counselling psychology career resume cv license licence directdebit biography hobby interest religion pregnancy diet meal lifestyle habit emergency
  debit deposit signature anamnesis befund diagnose ausbildung familie enfant famille antecedent hijo familia`);

/** Whether a table's rows, which lead to a person, tell of that person's life. */
export function isOfLife(words: readonly string[]): boolean {
  return words.some((word) => LIFE.has(word)) && !KINDS.has(words.at(-1) ?? '');
}

/** The last word of tables of kinds and settings: `leave_types`. */
const KINDS = wordsIn(
  'type category status state code reason level setting config template rule policy entitlement period schedule request log history event view filter field option',
);

/** Words with which a short first word of a name means something. */
const SHORT = wordsIn(
  'first last home work ship bill user card bank alt tax ip full date is has phone email post birth born age job legal trade mid other main',
);

/** What the names of most columns of a table have in common, and abbreviates its name. */
export interface Affixes {
  /** `emp_`, `ec_` */
  readonly prefix: string | undefined;
  /** `_adh`, `_log` */
  readonly suffix: string | undefined;
}

export function affixesOfColumns(names: readonly string[]): Affixes {
  const split = names.map(tokensOf).filter(({ length }) => length > 1);
  return {
    prefix: mostOf(
      split.map(([first = '']) => first),
      names.length,
    ),
    suffix: mostOf(
      split.map((tokens) => tokens.at(-1) ?? '').filter((last) => !ENDINGS.has(last)),
      names.length,
    ),
  };
}

/** Last words that mean something in any table. */
const ENDINGS = wordsIn('id ids uuid at by on date time name names url type code key no num nr count text note notes');

/** The short word that at least half of the names have in one place; undefined for none. */
function mostOf(tokens: readonly string[], names: number): string | undefined {
  const [most = '', ones = []] =
    [...Map.groupBy(tokens, (token) => token)].toSorted(([, one], [, other]) => other.length - one.length)[0] ?? [];
  const isShort = most.length > 0 && most.length <= 5 && !SHORT.has(most);
  return isShort && ones.length > 1 && ones.length >= 0.5 * names ? most : undefined;
}

/** Words for a form of a text, which is stored besides it: `body_html`, `markdown_comment`. */
const FORMS = wordsIn(
  'markdown markeddown rendered cooked html raw plain cached processed formatted parsed stripped safe rich encoded',
);

/** The names that a column may have been given: as it is, without what the columns of its table have in common, and without a form. */
export function namesOf(name: string, { prefix, suffix }: Affixes): string[] {
  const tokens = tokensOf(name);
  const begin = tokens[0] === prefix ? 1 : 0;
  const end = tokens.at(-1) === suffix && tokens.length > 1 + begin ? -1 : undefined;
  const own = tokens.length > 1 ? tokens.slice(begin, end) : tokens;
  const plain = own.filter((token) => !FORMS.has(token));
  const all = [own, plain].filter((one) => one.length > 0 && one.length < tokens.length).map((one) => one.join('_'));
  return [...new Set([name, ...all])];
}

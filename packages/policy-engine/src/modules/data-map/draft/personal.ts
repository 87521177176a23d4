/**
 * Which columns hold personal data, judged by name, type and table. A name that means a person in one table and a thing in another
 * (`name`, `city`, `title`, `company`) counts only where the table says so.
 */
import { secretIn } from '../../../platform/columns/secrets.ts';
import { phrasesIn, tableTokensOf, tokensOf, wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveColumn, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { personalWord } from '../schema/personal-words.ts';
import { type Setting, settingOf } from './settings.ts';

/** How a table belongs to people: `direct`: its rows refer to one; `deep`: over other tables; `no`: not by any key. */
export type Belonging = 'people' | 'direct' | 'deep' | 'no';

const IN_PEOPLE = wordsIn(`
  name alias title contact contacts company social socials social_links img bio introduction about note notes remark remarks memo description comment website homepage location city town village province county region
  country language_skills image picture photo foto pic avatar profile identities identity metadata custom_data meta_data
  user_metadata custom_fields answers occupation job position department designation industry employer relation skills interests hobbies education expertise handle age
  birth height weight facebook twitter x threads bluesky mastodon tiktok youtube instagram linkedin googleplus google_plus github telegram discord
  snapchat pinterest identifier nombre nom isim ad ciudad ville sehir pais pays ulke beruf profesion meslek plz ort stadt land`);
const PHRASES_IN_PEOPLE = phraseSet(`
  status text, status message, company name, job title, custom data, meta data, external identifier, pending identifier, country code,
  personalization answers, about me, company role, job role, date joined place, profile url, website url, facebook id, external id,
  x handle, organization name, organisation name, cover note, emergency phone, alternate name, state province`);

const IN_ADDRESS = wordsIn(`
  postal city town village suburb district province state county region country company apartment apt flat suite unit building floor
  landmark attention pincode pin cidade citta miasto stad cep uf name label line street lat lng latitude longitude locality neighborhood neighbourhood area ort stadt land ciudad ville
  provincia pais pays sehir ilce mahalle ulke bundesland organization organisation`);
const PHRASES_IN_ADDRESS = phraseSet(`
  country code, province code, state code, address name, care of, country name, region code, state province, additional number,
  building number, building name, street number, unit number, flat number, floor number, door number`);

/** Prefixes of the parts of an address in a row of something else: `shipping_city`. */
const POSTED = wordsIn(
  'company employer office business registered correspondence temporary temp contact customer user recipient buyer shipping billing delivery ship bill mailing home work invoice residence residential permanent current',
);

const WRITTEN = wordsIn(`
  msg body content contents message text improvement improvements suggestion suggestions comment comments html note notes caption review feedback answer question remark remarks
  transcript bio nickname quote excerpt plaintext inhalt nachricht texto mensaje comentario contenu commentaire icerik mesaj yorum`);
const PHRASES_WRITTEN = phraseSet(`
  message body, raw message, comment text, review text, body text, body html, message text, comment content, comment body, message content`);
const TITLED = wordsIn('title subject description summary headline heading name slug_title');
const TRACED = wordsIn(
  'browser os platform device fingerprint location city country region referrer referer isp lat lng latitude longitude',
);
const IDENTIFYING = phraseSet(`
  identity id, external id, external identifier, identifier, provider user id, profile, account id, detail,
  details, metadata, data, claims, user info, userinfo, raw profile, subject, provider id, uid, user metadata,
  extra data, verified identifier, email or phone, remote id, remote user id, external user id, social id, provider uid, provider subject, sub,
  open id, union id`);
/** With which a provider names an account: beside one of them, `provider id` names the provider. */
const ACCOUNT_ID =
  /(?:^| )account id$|^(?:remote|external|provider)(?: user)? (?:id|uid|subject|identifier)$|^(?:identity id|uid|sub|subject|open id|union id)$/;
const ADDRESSED =
  /^(?:to|from|cc|bcc|recipients?|receiver|addressee|caller|callee|(?:channel|call|sms|mail|email|message) (?:to|from)|(?:source|destination|to|from) (?:addr|address|number))$/;

function phraseSet(text: string): ReadonlySet<string> {
  return new Set(phrasesIn(text).map((phrase) => phrase.join(' ')));
}

/** Column names of the host's own mail addresses and lines. */
const OWN =
  /^(?:support|info|noreply|no_reply|no reply|system|default|from|sender|company|shop|store|business|public)[_ -]?(?:e?mail|phone|address|name|reply)/i;

/** Things whose names are in a row about a person. */
const NAMED_THINGS =
  /^(?:plan|price|product|item|file|project|team|channel|bucket|host|event|course|class|group|app|client)_?/i;

/** Judges the columns of one table. */
export class PersonalColumns {
  readonly #table: LiveTable;
  readonly #belonging: Belonging;
  readonly #setting: Setting;
  readonly #sampled: ReadonlyMap<string, string>;
  readonly #keys: ReadonlySet<string>;

  /**
   * @param tables those of the host: a column that is named like the key of one refers to its rows
   * @param sampled what the values of columns are, by name; see `samples.ts`
   */
  constructor(
    table: LiveTable,
    belonging: Belonging,
    tables: readonly LiveTable[],
    sampled: ReadonlyMap<string, string> = new Map<string, string>(),
  ) {
    this.#table = table;
    this.#sampled = sampled;
    this.#belonging = belonging;
    this.#setting = settingOf(table, belonging !== 'no');
    this.#keys = new Set([
      ...table.primaryKey.filter((key) => key === 'id'),
      ...table.foreignKeys.flatMap(({ columns }) => columns),
      ...[...table.columns.keys()].filter((name) => isNamedLikeKey(name, table, tables)),
    ]);
  }

  /** The personal columns, in the order of the table. */
  all(): ReadonlyArray<{ readonly column: LiveColumn; readonly word: string }> {
    return [...this.#table.columns.values()].flatMap((column) => {
      const word = this.word(column);
      return word === undefined ? [] : [{ column, word }];
    });
  }

  /** What makes a column personal; undefined if nothing does. */
  word(column: LiveColumn): string | undefined {
    const { name, kind } = column;
    if (kind === 'boolean' || kind === 'time' || kind === 'bytes' || this.#keys.has(name)) {
      // A picture in the row, or in a table of files.
      if (kind === 'time' && this.#isPeople && BORN.test(personalWord(name) ?? '')) return 'birthday';
      const isElsewhere = kind === 'bytes' || this.#keys.has(name);
      return isElsewhere && this.#isPeople && isPicture(name) ? 'picture' : undefined;
    }
    if (secretIn(name, { table: this.#table.table, columns: [...this.#table.columns.keys()] }) !== undefined)
      return undefined;
    if (LAST_DIGITS.test(name)) return 'last digits of a card';
    return this.#strong(name, column) ?? (kind === 'date' ? undefined : this.#weak(column)) ?? this.#sampled.get(name);
  }

  get #isPeople(): boolean {
    return this.#setting.isPeople || this.#belonging === 'people';
  }

  #strong(name: string, { kind }: LiveColumn): string | undefined {
    const word = personalWord(name);
    if (word === undefined) return undefined;
    const { isThing, isPeople, isMessage, isIdentity, isTrace, hasReach, isContact, roles } = this.#setting;
    const tokens = tokensOf(name);
    if (COLLECTED.test(tokens.join(' ')) || (word.startsWith('ip') && tokens.some((token) => OF_HOSTS.has(token))))
      return undefined;
    // The representative of a supplier is a person.
    if (isThing && tokens.some((token) => roles.has(token))) return word;
    // Calendars of providers have IDs of their own.
    if (isTrace && !isPeople && !isIdentity && /^(?:google|facebook|apple|line) id$/.test(word)) return undefined;
    if (isThing || (!isPeople && !isContact && this.#belonging === 'no' && OWN.test(name))) return undefined;
    if (/name|nick/.test(word) && !isPeople && NAMED_THINGS.test(name)) return undefined;
    // Things have one, too: models, forms, plugins.
    if (word === 'display name' && !isPeople && !hasReach && !isMessage) return undefined;
    if (kind === 'date') return BORN.test(word) ? word : undefined;
    return word;
  }

  #weak({ name, kind, labels }: LiveColumn): string | undefined {
    const words = tokensOf(name).join(' ');
    const first = words.split(' ')[0] ?? '';
    if (labels !== undefined) return undefined;
    const isText = kind === 'text' || kind === 'json' || kind === 'other';
    const isAmount = kind === 'number' || kind === 'integer';
    const {
      isAddress,
      isMessage,
      isWork,
      isTrace,
      isIdentity,
      isAnswer,
      isThing,
      isWritten,
      hasReach,
      isContact,
      roles,
    } = this.#setting;
    const isOwned = this.#belonging === 'direct';
    const rest = words.split(' ').slice(1).join(' ');
    if (isText && words === 'contact' && !isThing) return 'contact';
    if (isText && OF_ACTOR.test(words) && (this.#isPeople || words !== 'actor id')) return 'address of an account';
    if (words === 'agent' && this.#isSeen) return 'user agent';
    if (
      isText &&
      !NO_ADDRESS.test(words) &&
      POSTED.has(first) &&
      (IN_ADDRESS.has(rest) || PHRASES_IN_ADDRESS.has(rest))
    )
      return 'address';
    if (isThing) return undefined;
    if (isAddress && isText && (IN_ADDRESS.has(words) || PHRASES_IN_ADDRESS.has(words))) return 'address';
    const isPostal = /^(?:pin ?code|zip|zip ?code|post ?code|postal code)$/.test(words);
    if (isPostal && kind !== 'json' && (isAddress || this.#isPeople || isOwned)) return 'post code';
    if (kind !== 'number' && kind !== 'integer' && PARTS.test(words) && kind !== 'text') return 'details of a person';
    if (isAmount) {
      const isPlace =
        /^(?:lat|lng|lon|long|latitude|longitude)$/.test(words) && (isOwned || isAddress || this.#isPeople);
      return isPlace || (this.#isPeople && /^(?:age|height|weight)$/.test(words)) ? words : undefined;
    }
    if (!isText) return undefined;
    if (kind === 'json' && SNAPSHOT.test(words)) return 'details of a person';
    if (kind === 'json' && ADDRESSES.test(words) && (!isThing || isOwned)) return 'address';
    if (kind !== 'text' && PLACE.test(words) && (isMessage || isTrace || isOwned || isAddress || this.#isPeople))
      return 'location';
    if (words === 'name' && this.#hasCard) return 'card holder';
    if (isOwned && DEVICE.test(words)) return 'device';
    if (words === 'draft' && (isOwned || this.#hasAuthor) && !OF_PROGRAMS.test(this.#table.table.toLowerCase()))
      return 'text of a person';
    if (this.#isPeople && (IN_PEOPLE.has(words.replaceAll(' ', '_')) || PHRASES_IN_PEOPLE.has(words))) return words;
    if (this.#isPeople && PICTURED.test(words)) return 'picture';
    if (this.#isPeople && LICENSED.test(words)) return 'licence';
    if (isMessage && hasReach && /^(?:details?|request|enquiry|inquiry)$/.test(words)) return 'text of a person';
    if (isContact && ABOUT_CONTACT.test(words)) return words;
    if (roles.has(first) && BANKED.test(rest)) return 'bank account';
    if (roles.has(first) && (IN_PEOPLE.has(rest.replaceAll(' ', '_')) || PHRASES_IN_PEOPLE.has(rest))) return words;
    if (this.#setting.isMemory && isOwned && !UNREMEMBERED.test(words)) return 'what is remembered of a person';
    if (this.#setting.isSearch && (isOwned || this.#hasUserId) && SEARCHED.test(words))
      return 'what a person searched for';
    const isAsked = this.#belonging !== 'no' || isMessage || tableTokensOf(this.#table.table)[0] === 'ai';
    if (isMessage && words === 'response' && this.#isPrompted) return 'answer to a person';
    if (isAsked && PROMPT.test(words) && !OF_PROGRAMS.test(tableTokensOf(this.#table.table).join(' ')))
      return 'text of a person';
    const isSubmission = tableTokensOf(this.#table.table).at(-1) === 'submission';
    if (isAnswer && (SUBMITTED.test(words) || (isSubmission && /^(?:fields|data|content)$/.test(words))))
      return 'answer of a person';
    if (words === 'state' && this.#isPeople && this.#table.columns.has('city')) return 'state';
    if (LEGAL.test(tableTokensOf(this.#table.table).join(' ')) && !hasReach) return undefined;
    const isNoted =
      kind !== 'json' &&
      NOTED.test(words) &&
      !UNWRITTEN.test(words) &&
      !COLLECTED.test(words) &&
      words !== 'custom text' &&
      !this.#hasParts;
    if ((this.#isPeople || isOwned || isMessage || hasReach) && isNoted) return 'text of a person';
    if (words === 'name' && hasReach) return 'name';
    if (isMessage && ADDRESSED.test(words)) return words;
    if (isAnswer && /^(?:remarks?|comments?|notes?)$/.test(words)) return 'text of a person';
    if (/(?:^| )template$/.test(tableTokensOf(this.#table.table).join(' ')) || this.#isCrash) return undefined;
    const isLinked = isOwned || isWritten || ((isMessage || OF_DAYS.test(this.#table.table)) && this.#hasAuthor);
    if (isLinked && (WRITTEN.has(words) || PHRASES_WRITTEN.has(words))) return 'text of a person';
    if (isLinked && (isMessage || isWork) && TITLED.has(words))
      return words === 'name' ? undefined : 'text of a person';
    if (isLinked && isAnswer && /^(?:value|answer|response|text)(?: \w+)?$/.test(words)) return 'answer of a person';
    if (isLinked && REASON.test(words) && !this.#hasCodes) return 'text of a person';
    if (
      isOwned &&
      /^(?:value|number|text)$/.test(words) &&
      personalWord(tableTokensOf(this.#table.table).join('_')) !== undefined
    )
      return words;
    if (isOwned && (TRACED.has(words) || /^(?:device|browser|os) (?:name|model|version)$/.test(words))) return words;
    if (isTrace && /^(?:fingerprint|browser|device name)$/.test(words)) return words;
    // Beside the ID, the other one is a name or an address.
    if (isOwned && WHO.test(words) && this.#hasUserId) return words;
    if ((isIdentity || words.startsWith('verified')) && isOwned && IDENTIFYING.has(words)) {
      // Beside the ID of the account, the other one names the provider.
      return words === 'provider id' && (this.#hasAccount || !this.#isAccount) ? undefined : words;
    }
    if (isOwned && words === 'provider account id') return words;
    // The account of somebody in another application, beside the key to the person here.
    if (isIdentity && isOwned && kind === 'text' && /^\w+ user id$/.test(words)) return words;
    return isIdentity && SIGNED_IN.test(words) ? words : undefined;
  }

  /** Whether reasons are codes, as of payments, and where a row has several. */
  get #hasCodes(): boolean {
    const reasons = [...this.#table.columns.keys()].filter((name) => ASKED.test(tokensOf(name).join(' ')));
    return reasons.length > 1 || PAID.has(tableTokensOf(this.#table.table).at(-1) ?? '');
  }

  /** Whether rows have a note for each part of a thing, as the protocol of an inspection does. */
  get #hasParts(): boolean {
    return [...this.#table.columns.keys()].filter((name) => tokensOf(name).join(' ').endsWith(' notes')).length > 3;
  }

  get #isPrompted(): boolean {
    return this.#table.columns.has('prompt');
  }

  /** Whether rows are reports of programs about their errors. */
  get #isCrash(): boolean {
    return [...this.#table.columns.keys()].some((name) => /^stack ?trace$/.test(tokensOf(name).join(' ')));
  }

  /** Whether rows say from where somebody came. */
  get #isSeen(): boolean {
    return [...this.#table.columns.keys()].some((name) =>
      /^(?:ip|ip address|location)$/.test(tokensOf(name).join(' ')),
    );
  }

  get #hasUserId(): boolean {
    return [...this.#table.columns.keys()].some((name) => WHOSE_ID.test(tokensOf(name).join(' ')));
  }

  get #hasAccount(): boolean {
    return [...this.#table.columns.keys()].some((name) => {
      const words = tokensOf(name).join(' ');
      return words !== 'provider id' && ACCOUNT_ID.test(words);
    });
  }

  /** Whether rows are cards: the name in one is its holder's. */
  get #hasCard(): boolean {
    return [...this.#table.columns.keys()].some((name) => LAST_DIGITS.test(name));
  }

  /** Whether rows are accounts by the name of their table: elsewhere, the ID of a provider is that of a service. */
  get #isAccount(): boolean {
    return /identit|auth|account|social|login|sso|provider/.test(tableTokensOf(this.#table.table).join(' '));
  }

  /** Whether a row of a message says who wrote it, without a foreign key. */
  get #hasAuthor(): boolean {
    return (
      this.#setting.hasReach || [...this.#table.columns.keys()].some((name) => AUTHOR.test(tokensOf(name).join(' ')))
    );
  }
}

/** `deviceId`, where there is another table of devices. */
function isNamedLikeKey(name: string, table: LiveTable, tables: readonly LiveTable[]): boolean {
  const words = tokensOf(name);
  if (words.length < 2 || !['id', 'uuid'].includes(words.at(-1) ?? '')) return false;
  const stem = words.slice(0, -1).join(' ');
  return tables.some((other) => other !== table && tableTokensOf(other.table).join(' ') === stem);
}

/** With what somebody signs in, in tables of authentication: mostly an e-mail address. */
const SIGNED_IN =
  /^(?:(?:external |pending |login )?identifier|(?:entity|principal|login|subject|external user) id|subject|principal)$/;

/** Texts of a kind that the name says: `visitor_note`, `applicationText`, `customFeedback`. */
const NOTED =
  /^\w+ (?:notes?|comments?|feedback|remarks?|answers?|transcript|essay|bio|text|statement|story|requests?)$/;
/** The same words where a program or the host writes them. */
const UNWRITTEN =
  /matched|error|status|system|failure|fail|internal|admin|log|debug|response|template|meta|alt|html|plain|button|help|hint|label|default|validation|revocation|consent|link|search|full|raw|rich|extracted|http|api|job|tracking|release|pull|max|num|change|access|data|erasure|title|footer|header|seo|prompt|model/;

const REASON =
  /^(?:(?:cancell?ation|cancel|refund|return|expulsion|exclusion|suspension|absence|withdrawal|resignation|leave|leaving|churn|ban|registration|signup|sign up|application|request|join|abuse|appeal|contact|decline|dispute|complaint|report|visit|appointment) )?(?:reason|justification)(?: text)?$/;

const BORN = /birth|born|naissance|nacimiento|dogum|geburt|dob|bday/;
/** Before `ip`: the address of a machine of the host's. */
const OF_HOSTS = wordsIn('server host node proxy gateway router printer machine');
/** The address of an account in a federation, beside the ID of its row. */
const OF_ACTOR = /^(?:(?:user|creator|author|recipient|member|owner|sender|person) )?actor (?:id|ur[il])$/;
/** Words of an address with another meaning. */
const NO_ADDRESS = /^(?:business unit|(?:current|permanent|temporary) state)$/;
const LICENSED = /^(?:\w+ ){1,3}licen[cs]e(?: number| no)?$/;
const LAST_DIGITS = /last_?(?:4|four)(?:_?digits)?$/i;
/** A copy of somebody's row, as documents have it. */
const SNAPSHOT =
  /^(?:u|user|author|sender|actor|reporter|reported|owner|customer|visitor|member|person|buyer|guest)(?: info| details| snapshot)?$|^(?:reported|created|sent|posted) (?:user|by)$/;
const ADDRESSES = /^(?:\w+ )?address(?:es| book)?$/;
const BANKED = /^(?:(?:bank )?account(?: number| no)?|bank(?: name| code)?|iban|bic|swift(?: code)?)$/;
const PLACE = /^(?:location|geo|coordinates|position|geolocation)$/;
const DEVICE =
  /^(?:login|last login|last activity|last used|activity) (?:device|browser|os|platform|location|city|country)$/;
/** Tables of texts of the host's. */
const LEGAL = /(?:^| )(?:terms?(?: of service)?|policy|agreement|licen[cs]e)$/;

/** Work of somebody whose name and address are in the row, and why they write. */
const ABOUT_CONTACT =
  /^(?:company(?: name)?|job title|job role|position|occupation|employer|employment(?: type| status)?|relationship|purpose|motivation|justification)$/;
/** Columns of a memory that only sort it. */
const UNREMEMBERED =
  /(?:^| )(?:type|status|state|category|layer|kind|source|model|hash|slug|key|id|tags?|language|locale|vector|embeddings?|version|provider|url|metadata)$|(?:^| )vector(?: |$)/;
const SEARCHED = /^(?:(?:search )?(?:query|terms?|keywords?|text|phrase)|q)$/;
const PROMPT = /^(?:negative )?prompt$/;
/** Tables of what people set up, whose prompts are instructions. */
const OF_PROGRAMS = /agent|assistant|bot|model|template|preset|skill|flow|tool|step|node|automation|eval/;
/** Tables of what people do when. */
const OF_DAYS = /calendar|appointment/i;
/** What somebody filled in, as a whole. */
const SUBMITTED =
  /^(?:(?:submission|submitted|form) (?:data|values|fields|content)|(?:field )?values|responses?|answers?)$/;

/** Whether something is collected: `phone_number_collection`. */
const COLLECTED = / collection$/;
/** Objects of a payment or an order with names and addresses in them. */
const PARTS =
  /^(?:(?:customer|buyer|payer|recipient|contact|billing|shipping|delivery) (?:details|info|information|data|contact)|(?:customer )?(?:shipping|billing))$/;
/** Reasons, without those of the host's answer. */
const ASKED = /^(?!.*(?:reject|fail|remov|declin|cancel|deni|revo)).*reason$/;
/** Tables of payments: their reasons are codes. */
const PAID = wordsIn('intent charge refund payout dispute transfer payment credit');

const WHO = /^(?:user|actor|member|customer|performer|initiator)$/;
const WHOSE_ID = /(?:^| )(?:user|actor|member|customer|account) (?:id|uuid)$/;

const AUTHOR =
  /^(?:u|uid|from|user|author|member|customer|sender|reporter|requester|requestor|initiator|applicant|poster|creator|commenter|reviewer|contact|visitor|owner|client|patient|student|buyer)(?: user| account)?(?: id| uuid)?$|^(?:created|posted|written|submitted|sent|reported|rated|reviewed|voted|answered) by(?: id| user id)?$/;

/** A link to a picture, in rows that are people. */
const PICTURED =
  /^(?:image|picture|photo|pic|foto) (?:url|uri|path|link|src|key|file)(?: cached| original| thumb| small| large)?$/;

function isPicture(name: string): boolean {
  return /photo|picture|image|avatar|foto|selfie|portrait/i.test(name);
}

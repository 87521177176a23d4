/**
 * Which columns hold personal data, judged by name, type and table. A name that means a person in one table and a thing in another
 * (`name`, `city`, `title`, `company`) counts only where the table says so.
 */
import { secretIn } from '../../../platform/columns/secrets.ts';
import { tokensOf } from '../../../platform/columns/tokens.ts';
import type { LiveColumn, LiveTable } from '../../../platform/database/schema/live-schema.ts';
import { personalWord } from '../schema/personal-words.ts';
import { wordsOfTable } from '../schema/prefixes.ts';
import { hasTextKeys, isNamedLikeKey, leadsToOthers } from './keys.ts';
import { kindOf, type RowFacts } from './kinds.ts';
import { isOfLife, namesOf, affixesOfColumns, type Affixes, saysSomething } from './open.ts';
import { BORN_THEN } from './samples.ts';
import { type Setting, settingOf } from './settings.ts';
import {
  IN_PEOPLE,
  PHRASES_IN_PEOPLE,
  IN_ADDRESS,
  PHRASES_IN_ADDRESS,
  POSTED,
  WRITTEN,
  PHRASES_WRITTEN,
  TITLED,
  TRACED,
  IDENTIFYING,
  ACCOUNT_ID,
  ADDRESSED,
  OWN,
  NAMED_THINGS,
  SIGNED_IN,
  NOTED,
  UNWRITTEN,
  REMARKS,
  REASON,
  BORN,
  OF_HOSTS,
  OF_ACTOR,
  NO_ADDRESS,
  LICENSED,
  CONTACTS,
  PAPERS,
  LAST_DIGITS,
  SNAPSHOT,
  ADDRESSES,
  BANKED,
  PLACE,
  DEVICE,
  LEGAL,
  ABOUT_CONTACT,
  UNREMEMBERED,
  SEARCHED,
  PROMPT,
  OF_PROGRAMS,
  OF_DAYS,
  SUBMITTED,
  COLLECTED,
  PARTS,
  ASKED,
  PAID,
  WHO,
  WHOSE_ID,
  AUTHOR,
  PICTURED,
  IN_BUSINESS,
  isPicture,
} from './words.ts';

/** How a table belongs to people: `direct`: its rows refer to one; `deep`: over other tables; `no`: not by any key. */
export type Belonging = 'people' | 'direct' | 'deep' | 'no';

/** Judges the columns of one table. */
export class PersonalColumns {
  readonly #table: LiveTable;
  readonly #belonging: Belonging;
  readonly #setting: Setting;
  readonly #sampled: ReadonlyMap<string, string>;
  /** Those of the table's name. */
  readonly #words: readonly string[];
  /** With which the names of its columns begin and end. */
  readonly #affixes: Affixes;
  readonly #facts: RowFacts;
  readonly #keys: ReadonlySet<string>;

  /**
   * @param tables those of the host: a column that is named like the key of one refers to its rows
   * @param sampled what the values of columns are, by name; see `samples.ts`
   * @param isGuess whether no foreign key says that its rows belong to people: `user_id` of a supplier is who entered it
   */
  constructor(
    table: LiveTable,
    belonging: Belonging,
    tables: readonly LiveTable[],
    sampled: ReadonlyMap<string, string> = new Map<string, string>(),
    isGuess = false,
  ) {
    this.#table = table;
    this.#sampled = sampled;
    this.#belonging = belonging === 'no' && leadsToOthers(table, tables) ? 'direct' : belonging;
    this.#words = wordsOfTable(table, tables);
    this.#affixes = affixesOfColumns([...table.columns.keys()]);
    this.#setting = settingOf(
      table,
      this.#belonging !== 'no' && !(isGuess && this.#words.at(-1) !== 'status'),
      this.#words,
    );
    this.#keys = new Set([
      ...table.primaryKey.filter((key) => /^(?:id|uid|uuid|guid)$/i.test(key)),
      ...table.foreignKeys.flatMap(({ columns }) => columns),
      ...[...table.columns.keys()].filter((name) => isNamedLikeKey(name, table, tables)),
    ]);
    const { isThing, isMessage, isTrace, hasReach } = this.#setting;
    this.#facts = {
      table: this.#words,
      columns: [...table.columns.keys()].map((name) => tokensOf(name).join(' ')),
      isPeople: this.#isPeople,
      isOwned: this.#belonging === 'direct',
      isLed: this.#belonging !== 'no',
      isThing,
      isMessage,
      hasReach,
      isSeen: this.#isSeen,
      hasTextKeys: hasTextKeys(table),
      isTrace,
    };
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
      if (kind === 'time' && !this.#setting.isThing && BORN.test(tokensOf(name).join(' '))) return 'birthday';
      const isElsewhere = kind === 'bytes' || this.#keys.has(name);
      const isAlbum = kind === 'bytes' && isPicture(this.#words.join('_'));
      if (isAlbum && (this.#belonging !== 'no' || this.#words.includes('avatar'))) return 'picture';
      return isElsewhere && this.#isPeople && isPicture(name) ? 'picture' : undefined;
    }
    if (secretIn(name, { table: this.#table.table, columns: [...this.#table.columns.keys()] }) !== undefined)
      return undefined;
    if (LAST_DIGITS.test(name)) return 'last digits of a card';
    return this.#named(column) ?? this.#open(column) ?? this.#byValues(name);
  }

  /** By what a sample of its values looks like. */
  #byValues(name: string): string | undefined {
    const word = this.#sampled.get(name);
    return word === BORN_THEN && !this.#isPeople && this.#belonging === 'no' ? undefined : word;
  }

  /** By its name, or by what is left of it without the prefix of the table. */
  #named(column: LiveColumn): string | undefined {
    for (const name of namesOf(column.name, this.#affixes)) {
      const one = { ...column, name };
      const word = this.#strong(name, one) ?? (column.kind === 'date' ? undefined : this.#weak(one));
      if (word !== undefined) return word;
      if (column.labels === undefined) {
        const found = kindOf(tokensOf(name).join(' '), column.kind, this.#facts);
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  /** In rows that are about one person, by nothing that says otherwise. */
  #open({ name, kind, labels }: LiveColumn): string | undefined {
    if (kind !== 'text' || labels !== undefined || this.#setting.isThing || !saysSomething(name)) return undefined;
    if (this.#belonging === 'people' || (this.#setting.isPeople && this.#isKnown)) return 'about a person';
    return this.#belonging !== 'no' && isOfLife(this.#words) ? 'of the life of a person' : undefined;
  }

  /** Whether some column of the row says who somebody is, or how to reach them. */
  get #isKnown(): boolean {
    return [...this.#table.columns.values()].some((column) => this.#strong(column.name, column) !== undefined);
  }

  get #isPeople(): boolean {
    return this.#setting.isPeople || this.#belonging === 'people';
  }

  #strong(name: string, { kind, labels }: LiveColumn): string | undefined {
    const word = personalWord(name);
    if (word === undefined) return undefined;
    // Its values are those of a list: no address, number or name, but perhaps a gender.
    if (labels !== undefined && /mail|phone|name|address|street|ip/.test(word)) return undefined;
    const { isThing, isPeople, isMessage, isIdentity, isTrace, hasReach, isContact, roles } = this.#setting;
    const tokens = tokensOf(name);
    if (COLLECTED.test(tokens.join(' ')) || (word.startsWith('ip') && tokens.some((token) => OF_HOSTS.has(token))))
      return undefined;
    // The representative of a supplier is a person.
    if (isThing && tokens.some((token) => roles.has(token))) return word;
    // Calendars of providers have IDs of their own.
    if (isTrace && !isPeople && !isIdentity && /^(?:google|facebook|apple|line) id$/.test(word)) return undefined;
    if (isThing || (!isPeople && !isContact && this.#belonging === 'no' && OWN.test(name))) return undefined;
    if (word.endsWith(' url') && !isPeople && !hasReach && this.#belonging === 'no') return undefined;
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
    if (isText && CONTACTS.test(words) && (!isThing || IN_BUSINESS.test(this.#words.at(-1) ?? ''))) return 'contact';
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
    const isPostal = /^(?:pin ?code|zip|zip ?code|post ?code|postal code|cp|cod ?postal)$/.test(words);
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
    const isLife = this.#belonging !== 'no' && isOfLife(this.#words);
    if ((this.#isPeople || isLife) && (LICENSED.test(words) || PAPERS.test(words))) return 'number of a paper';
    if (isLife && BANKED.test(words)) return 'bank account';
    if (isMessage && hasReach && /^(?:details?|request|enquiry|inquiry)$/.test(words)) return 'text of a person';
    if (isContact && ABOUT_CONTACT.test(words)) return words;
    if (roles.has(first) && BANKED.test(rest)) return 'bank account';
    if (roles.has(first) && (IN_PEOPLE.has(rest.replaceAll(' ', '_')) || PHRASES_IN_PEOPLE.has(rest))) return words;
    if (this.#setting.isMemory && isOwned && !UNREMEMBERED.test(words)) return 'what is remembered of a person';
    if (this.#setting.isSearch && (isOwned || this.#hasUserId) && SEARCHED.test(words))
      return 'what a person searched for';
    const isAsked = this.#belonging !== 'no' || isMessage || this.#words[0] === 'ai';
    if (isMessage && words === 'response' && this.#isPrompted) return 'answer to a person';
    if (isAsked && PROMPT.test(words) && !OF_PROGRAMS.test(this.#words.join(' '))) return 'text of a person';
    const isSubmission = this.#words.at(-1) === 'submission';
    if (isAnswer && (SUBMITTED.test(words) || (isSubmission && /^(?:fields|data|content)$/.test(words))))
      return 'answer of a person';
    if (words === 'state' && this.#isPeople && this.#table.columns.has('city')) return 'state';
    if (LEGAL.test(this.#words.join(' ')) && !hasReach) return undefined;
    const isNoted =
      kind !== 'json' &&
      NOTED.test(words) &&
      !UNWRITTEN.test(words) &&
      !COLLECTED.test(words) &&
      words !== 'custom text' &&
      !this.#hasParts;
    if ((this.#isPeople || isOwned || isMessage || hasReach) && isNoted) return 'text of a person';
    // A remark in a row of a row is about the same person.
    if ((this.#belonging === 'deep' || hasReach) && !isThing && REMARKS.test(words) && kind === 'text')
      return 'text of a person';
    if (words === 'name' && hasReach) return 'name';
    if ((isMessage || isWork) && ADDRESSED.test(words)) return words;
    if (isAnswer && /^(?:remarks?|comments?|notes?)$/.test(words)) return 'text of a person';
    if (/(?:^| )template$/.test(this.#words.join(' ')) || this.#isCrash) return undefined;
    const isLinked = isOwned || isWritten || ((isMessage || OF_DAYS.test(this.#table.table)) && this.#hasAuthor);
    if (isLinked && (WRITTEN.has(words) || PHRASES_WRITTEN.has(words))) return 'text of a person';
    if (isLinked && (isMessage || isWork) && TITLED.has(words))
      return words === 'name' ? undefined : 'text of a person';
    if (isLinked && isAnswer && /^(?:value|answer|response|text)(?: \w+)?$/.test(words)) return 'answer of a person';
    if (isLinked && REASON.test(words) && !this.#hasCodes) return 'text of a person';
    // A table of numbers or accounts says what its values are, also where rows are of several kinds of things.
    const isNamed =
      personalWord(this.#words.join('_')) !== undefined ||
      /social (?:account|profile|link)$/.test(this.#words.join(' '));
    if (
      !isThing &&
      isNamed &&
      /^(?:value|number|text|handle|name|url)$/.test(words) &&
      (isOwned || words !== 'name' || this.#words[0] === 'social')
    )
      return words;
    if (
      isOwned &&
      this.#isOfDevices &&
      (TRACED.has(words) || /^(?:device|browser|os) (?:name|model|version)$/.test(words))
    )
      return words;
    if (isTrace && /^(?:fingerprint|browser|device name)$/.test(words)) return words;
    // Beside the ID, the other one is a name or an address.
    if (isOwned && WHO.test(words) && this.#hasUserId) return words;
    if (
      (isIdentity || words.startsWith('verified')) &&
      (isOwned || words === 'user identity') &&
      IDENTIFYING.has(words)
    ) {
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
    return reasons.length > 1 || PAID.has(this.#words.at(-1) ?? '');
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

  /** Whether rows are about devices, visits or places: elsewhere a region and a fingerprint are those of programs. */
  get #isOfDevices(): boolean {
    const { isTrace, isAddress, isIdentity } = this.#setting;
    const traced = this.#facts.columns.filter((words) => TRACED.has(words));
    return isTrace || isAddress || isIdentity || this.#isPeople || this.#isSeen || traced.length > 1;
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
    return /identit|auth|account|social|login|sso|provider/.test(this.#words.join(' '));
  }

  /** Whether a row of a message says who wrote it, without a foreign key. */
  get #hasAuthor(): boolean {
    return (
      this.#setting.hasReach || [...this.#table.columns.keys()].some((name) => AUTHOR.test(tokensOf(name).join(' ')))
    );
  }
}

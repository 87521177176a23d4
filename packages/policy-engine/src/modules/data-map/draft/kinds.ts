/**
 * Kinds of columns that no list of words holds whole: who did something, written as a text; answers to a form; people in a list; what a
 * row that somebody owns is described by.
 */
import { wordsIn } from '../../../platform/columns/tokens.ts';
import type { LiveColumn } from '../../../platform/database/schema/live-schema.ts';

/** What is known about the row that a column is in. */
export interface RowFacts {
  /** The words of the table. */
  readonly table: readonly string[];
  /** The words of each column of it. */
  readonly columns: readonly string[];
  readonly isPeople: boolean;
  /** Whether its rows refer to a person. */
  readonly isOwned: boolean;
  /** Whether its rows lead to a person, over any number of tables. */
  readonly isLed: boolean;
  readonly isThing: boolean;
  readonly isMessage: boolean;
  /** Rows are sessions, visits and logs. */
  readonly isTrace: boolean;
  /** Whether some column is the address or the number of a person. */
  readonly hasReach: boolean;
  /** Whether rows say from where somebody came. */
  readonly isSeen: boolean;
  /** Whether keys of people are texts, so that a text may be one. */
  readonly hasTextKeys: boolean;
}

interface Kind {
  readonly word: string;
  readonly is: (words: string, kind: LiveColumn['kind'], row: RowFacts) => boolean;
}

/** Instructions of programs, and what the host's staff set up. */
const SET_UP =
  /(?:^| )(?:agent|assistant|bot|model|template|preset|skill|flow|tool|step|node|automation|type|category|setting|config|configuration|plan|product|project|workspace|team|app|application|role|permission|feature|tag|label|field|rule|policy|webhook|key|file|media|asset|folder|dashboard|chart|query|report|job|log|module|plugin|package|version|environment|monitor|board|view)$/;

/** Rows that people make for others, and describe. */
const MADE = wordsIn(
  'booking event poll meeting appointment request petition listing ad advert classified trip ride fundraiser campaign incident case complaint issue recipe call visit interaction goal loan gift activity',
);

const TRACES = wordsIn('browser os device country region city');

const WRITTEN_IN = /(?:^| )(?:post|entry|thread|topic|reply|comment|message)$/;

const isText = (kind: LiveColumn['kind']) => kind === 'text' || kind === 'json' || kind === 'other';

const KINDS: readonly Kind[] = [
  {
    // Beside keys that are numbers, a text does not name a row.
    word: 'who did it',
    is: (words, kind, row) =>
      kind === 'text' &&
      !row.hasTextKeys &&
      !row.isThing &&
      row.isLed &&
      /^(?:re)?[a-z]+ed by$/.test(words) &&
      !STAFFS.test(words),
  },
  {
    word: 'answer of a person',
    is: (words, kind, row) =>
      isText(kind) &&
      !row.isThing &&
      (row.isLed || row.hasReach) &&
      /^(?:(?:custom|user|form|booking|intake|survey|registration|additional) (?:inputs?|responses?|answers?)|answers|responses|responses? lower ?case)$/.test(
        words,
      ),
  },
  {
    word: 'answer of a person',
    is: (words, kind, row) =>
      isText(kind) &&
      /^(?:string |text )?(?:value|val|valeur|wert|valor)(?: string| text| string array)?$/.test(words) &&
      isAnswered(row.table),
  },
  {
    word: 'people',
    is: (words, kind, row) =>
      isText(kind) &&
      !row.isThing &&
      /(?:^| )(?:attendees|guests|invitees|recipients|passengers|participants|signers|travell?ers|beneficiaries|dependents|dependants|witnesses|invited (?:members|users|people))$/.test(
        words,
      ),
  },
  {
    word: 'number or address',
    is: (words, kind, row) =>
      isText(kind) &&
      !row.isThing &&
      /^(?:send to|sent to|number to call|(?:\w+ )?(?:sms|phone|call|caller|callee|whatsapp|reminder|contact|mobile)(?: \w+)? number|(?:call|text|notify|contact) (?:number|address))$/.test(
        words,
      ),
  },
  {
    word: 'picture',
    is: (words, kind, row) =>
      isText(kind) &&
      row.table.includes('avatar') &&
      /^(?:(?:media|thumb|thumbnail|remote|image|file|picture) )?(?:data|image|picture|content|base ?64|url|src|uri|path)$/.test(
        words,
      ),
  },
  {
    word: 'contact',
    is: (words, kind, row) =>
      isText(kind) &&
      /^(?:value|address|identifier|data|content|detail)$/.test(words) &&
      /(?:^| )(?:contact(?: (?:information|info|detail|method|channel|data))?|recipient|subscriber|unsubscribe|opt out|suppression)$/.test(
        row.table.join(' '),
      ),
  },
  {
    word: 'link to an account',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isOwned &&
      /^(?:url|handle|username|link)$/.test(words) &&
      /(?:^| )social(?: media)?$/.test(row.table.join(' ')),
  },
  {
    word: 'account at a provider',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isPeople &&
      /^(?:(?:identity|auth|external|sso) provider|identity provider account|external auth|openid|open id|oidc|oauth|saml|ldap|sso|idp|google|facebook|github|gitlab|discord|apple|microsoft|azure|okta|auth|keycloak|cognito|firebase|clerk|twitter|linkedin|steam|twitch|spotify|vk|wechat|line|kakao|naver) (?:id|uid|sub|subject|dn)$|^(?:id|uid) on (?:the )?source$/.test(
        words,
      ),
  },
  {
    word: 'details of a payment',
    is: (words, kind, row) =>
      kind === 'json' &&
      row.isOwned &&
      /^(?:data|details|metadata|card)$/.test(words) &&
      /payment (?:method|source|instrument)$|^card$/.test(row.table.join(' ')),
  },
  {
    word: 'trace of a device',
    is: (words, kind, row) =>
      isText(kind) &&
      row.isSeen &&
      /^(?:fingerprint|device|device (?:name|model|type|info)|browser|os|platform|operating system|referr?er|city|country|region|isp)$/.test(
        words,
      ),
  },
  {
    word: 'details of a person',
    is: (words, kind, row) => kind === 'json' && !row.isThing && /^\w+ (?:contact|identity|person)$/.test(words),
  },
  {
    word: 'account at a provider',
    is: (words, kind, row) => kind === 'text' && row.isPeople && words === 'uid' && row.columns.includes('provider'),
  },
  {
    // Another form of a text in the row, and the warning before it.
    word: 'text of a person',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isOwned &&
      row.columns.some((one) => /^(?:body|caption|comment|content|text)$/.test(one)) &&
      /^(?:rendered|html|plain|cw|cw summary|spoiler text|content warning)$/.test(words),
  },
  {
    word: 'name',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isPeople &&
      /^(?:prefix|suffix)$/.test(words) &&
      row.columns.some((one) => /^(?:first|last|family|given) name$/.test(one)),
  },
  {
    word: 'details of a person',
    is: (words, kind, row) => kind === 'text' && row.isLed && /^(?:vcard|vcalendar|ical|icalendar)$/.test(words),
  },
  {
    word: 'text of a person',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isOwned &&
      words === 'label' &&
      /(?:^| )(?:task|todo|reminder|note)$/.test(row.table.join(' ')) &&
      row.table.length > 1,
  },
  {
    // What visitors are counted by, whether their rows lead to somebody or not.
    word: 'trace of a device',
    is: (words, kind, row) =>
      isText(kind) &&
      row.isTrace &&
      ((TRACES.has(words) && row.columns.filter((one) => TRACES.has(one)).length > 3) ||
        /^(?:distinct|visitor|anonymous) id$/.test(words)),
  },
  {
    word: 'answer of a person',
    is: (words, kind, row) =>
      kind === 'json' &&
      row.isLed &&
      /^(?:response|submission)$/.test(row.table.at(-1) ?? '') &&
      /^(?:data|meta|values|content)$/.test(words),
  },
  {
    word: 'answer of a person',
    is: (words, kind, row) =>
      kind === 'json' &&
      row.hasReach &&
      !row.isThing &&
      /^(?:form|application|lead|signup|registration) data$/.test(words),
  },
  {
    word: 'details of a person',
    is: (words, kind) =>
      kind === 'json' &&
      /^(?:contact|user|person|customer|profile|visitor|subscriber) (?:attributes|properties|traits)$/.test(words),
  },
  {
    word: 'licensee',
    is: (words, kind, row) =>
      kind === 'text' &&
      /^licen[cs]e (?:name|e?mail)$/.test(words) &&
      row.columns.some((one) => /^licen[cs]e e?mail$/.test(one)),
  },
  {
    // Who wrote a message, by name.
    word: 'name',
    is: (words, kind, row) =>
      kind === 'text' &&
      !row.hasTextKeys &&
      (row.isMessage || WRITTEN_IN.test(row.table.join(' '))) &&
      /^(?:poster|author|sender|writer|commenter|autor|auteur|absender|remitente|mittente)$/.test(words),
  },
  {
    word: 'addressee',
    is: (words, kind, row) =>
      isText(kind) &&
      /(?:^| )(?:email|mail|sms|message)(?: sent| log| outbox)?$/.test(row.table.join(' ')) &&
      !SET_UP.test(row.table.join(' ')) &&
      /^(?:addressee|headers?|(?:e?mail )?(?:from|to)|recipients?|destinatario|empfaenger|destinataire)$/.test(words),
  },
  {
    word: 'account at a provider',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isOwned &&
      /^(?:driver|network|service|social|platform)(?: user)? id$/.test(words) &&
      row.columns.includes(words.split(' ')[0] ?? ''),
  },
  {
    // Where somebody asks, appeals or applies.
    word: 'text of a person',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isLed &&
      !row.isThing &&
      /^(?:appeal|apply|application|join|contact|personal|cover|gift|thank you|user|visitor|customer|guest|applicant|requester) message$/.test(
        words,
      ),
  },
  {
    word: 'text of a person',
    is: (words, kind, row) => isText(kind) && row.isLed && words === 'quotes' && row.columns.includes('text'),
  },
  {
    word: 'text of a person',
    is: (words, kind, row) => kind === 'text' && row.isOwned && /^infos?$/.test(words),
  },
  {
    word: 'who did it',
    is: (words, kind, row) =>
      kind === 'text' &&
      row.isTrace &&
      !row.hasTextKeys &&
      /^(?:user|user ?name|actor|login|member|account|performer|initiator)$/.test(words),
  },
  {
    word: 'text of a person',
    is: (words, kind, row) =>
      kind === 'text' &&
      /^(?:description|title|summary|details)$/.test(words) &&
      (row.isOwned || (row.hasReach && !row.isThing)) &&
      row.table.slice(-2).some((word) => MADE.has(word)) &&
      !SET_UP.test(row.table.join(' ')),
  },
];

const STAFFS =
  /^(?:created|updated|modified|approved|reviewed|deleted|granted|assigned|published|verified|locked|processed|checked|edited|changed|resolved|closed|managed|owned|added|removed|revoked|archived|triggered|performed|used|provided|supported|powered|sorted|ordered|grouped|followed|limited|restricted|encrypted|signed|required|supplied|handled|executed|imported|exported) by$/;

/** Rows of answers to questions, and of fields that the host's users define. */
function isAnswered(table: readonly string[]): boolean {
  const words = table.join(' ');
  return /(?:^| )(?:form entry|entry|response|answer|submission|registration|custom|dynamic|session|visitor|user|member|person|profile|contact|customer|client|adherent) (?:field|attribute|property|value|info|data|meta)(?: value| data)?$/.test(
    words,
  );
}

/** What a column is by its kind; undefined for none. */
export function kindOf(words: string, kind: LiveColumn['kind'], row: RowFacts): string | undefined {
  return KINDS.find(({ is }) => is(words, kind, row))?.word;
}

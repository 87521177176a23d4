import type { ColumnType, Generated } from 'kysely';
import type { TimeText } from './times.ts';

/** A column of 0 or 1: written from a boolean, read as a number, alike on all dialects. */
export type Flag = ColumnType<number, boolean | number, boolean | number>;
type FlagWithDefault = ColumnType<number, boolean | number | undefined, boolean | number>;

/** Times are read as text; a `Date` may be written. */
type Time = ColumnType<TimeText, TimeText | Date, TimeText | Date>;
type TimeOrNull = ColumnType<TimeText | null, TimeText | Date | null | undefined, TimeText | Date | null>;
type OrNull<T> = ColumnType<T | null, T | null | undefined, T | null>;

/** One text of a rule in one language: a draft, or a published version that no longer changes. */
export interface TermsTable {
  id: string;
  /** The policy text, Markdown. */
  description: string;
  rule: string;
  /** `draft` or `published`. */
  state: Generated<string>;
  /** Kept from the original system, which never filled it. */
  accepted_at: TimeOrNull;
  /** Kept from the original system, which never filled it. */
  rejected_at: TimeOrNull;
  /** Counts the published versions of a rule, from 1; all languages of a version share the number. Null for a draft. */
  version: OrNull<number>;
  /** BCP 47 tag. */
  locale: string;
  /** SHA-256 of the canonical text, 64 lower-case hexadecimal digits. Null for a draft. */
  hash: OrNull<string>;
  /** From when the version is in force; may be in the future. Null for a draft. */
  published_at: TimeOrNull;
  /** 1 if users are asked again. */
  material: FlagWithDefault;
  /** What changed, for those who decide again. */
  note: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

/** The text of a version in another language. Follows its version: free while that is a draft, fixed once published. */
export interface TermTranslationsTable {
  id: string;
  term_id: string;
  /** BCP 47 tag. */
  locale: string;
  /** The text, Markdown. */
  description: string;
  /** SHA-256 of the canonical text. Null while the version is a draft. */
  hash: OrNull<string>;
  /** 1 if it came after the version was published. */
  late: FlagWithDefault;
  created_at: Time;
  updated_at: Time;
}

/** The present decision of a subject on a rule; how it came about is in the ledger. */
export interface UserTermsTable {
  id: string;
  /** The host's id of the subject, opaque. */
  user_id: string;
  /** The text that was decided on. */
  term_id: string;
  rule: string;
  /** `passive`, `accepted` or `rejected`. */
  state: Generated<string>;
  decided_at: TimeOrNull;
  created_at: Time;
  updated_at: Time;
}

/** A person's request for a copy of what is stored about them. */
export interface PortabilityRequestsTable {
  id: string;
  /** The host's id of the subject, opaque. */
  user_id: string;
  /** `pending`, `progress`, `completed`, `denied`, `failed` or `expired`. */
  state: Generated<string>;
  /** When the copy stops being available. */
  expire_at: TimeOrNull;
  /** Legacy attachment mode: path of the file below `exporter.path`. */
  attachment: OrNull<string>;
  attachment_file_name: OrNull<string>;
  /** Bytes, as text. */
  attachment_file_size: OrNull<string>;
  attachment_file_content_type: OrNull<string>;
  attachment_content_type: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

/** What the law and the work ask of a portability request; one row beside each. */
export interface PortabilityRegisterTable {
  request_id: string;
  /** The subject while the request is open, null afterwards; unique, so that nobody has two open ones. */
  open_user: OrNull<string>;
  /** Language of the person, BCP 47. */
  locale: OrNull<string>;
  /** Last moment of the legal deadline. */
  due_at: Time;
  extended_at: TimeOrNull;
  extension_reason: OrNull<string>;
  confirmed_at: TimeOrNull;
  /** When it was completed or denied. */
  closed_at: TimeOrNull;
  /** Why it was denied, for the person. */
  reason: OrNull<string>;
  /** Why the last attempt failed, for administrators. */
  error: OrNull<string>;
  /** Token of the last attempt; part of the name of what it writes. */
  attempt: Generated<number>;
  /** JSON: rows, expected rows, files and bytes so far. */
  progress: OrNull<string>;
  /** Name in the storage. */
  file_name: OrNull<string>;
  /** Decimal digits: more than 32 bits. */
  file_bytes: OrNull<string>;
}

/** What happened, append-only. Nothing in it identifies a person: see `ledger_identities`. */
export interface LedgerEventsTable {
  id: string;
  /** `decision`, or `link` for a visitor who became an account. */
  kind: string;
  rule: OrNull<string>;
  version: OrNull<number>;
  /** SHA-256 of the text that was decided on. */
  text_hash: OrNull<string>;
  /** `accepted` or `rejected`. */
  decision: OrNull<string>;
  at: Time;
  /** `panel`, `banner`, `api`, `sign-up` or `import`. */
  how: string;
  /** HMAC-SHA-256, keyed with a salt, of who decided. */
  subject_commitment: string;
  /** HMAC-SHA-256, keyed with another salt, of language, browser and network. */
  circumstances_commitment: string;
  /** Leaf hash of all columns above (RFC 6962 §2.1), written with them. */
  leaf: string;
  /** Place in the ledger, from 0; null until sealed. */
  sealed: OrNull<number>;
  /** `honoured` or `overridden` under Global Privacy Control, part of the leaf; null without that signal. */
  gpc: OrNull<string>;
}

/** Who an event is about. Rows may be erased; the ledger holds without them. */
export interface LedgerIdentitiesTable {
  event_id: string;
  /** The host's id of the subject; null for a visitor without an account. */
  subject: OrNull<string>;
  /** Random id from the visitor's cookie; null for an account. A link has both. */
  visitor: OrNull<string>;
  /** 256 random bits, hexadecimal. */
  subject_salt: string;
  /** BCP 47 tag of the page. */
  locale: OrNull<string>;
  user_agent: OrNull<string>;
  /** The network: IPv4 /24, IPv6 /48. */
  ip: OrNull<string>;
  /** 256 random bits, hexadecimal. */
  circumstances_salt: string;
  /** What was shown when it was decided, canonical JSON; part of the circumstances. */
  shown: OrNull<string>;
}

/** Signed heads, one per sealed batch, each naming the one before. */
export interface LedgerHeadsTable {
  /** From 1, without gaps. */
  sequence: number;
  /** Hash of the head before; 64 zeros for the first. */
  previous: string;
  /** Place of the first event of the batch. */
  first: number;
  /** Events in the batch. */
  size: number;
  /** Root of the Merkle tree of the batch (RFC 6962 §2.1). */
  root: string;
  at: Time;
  /** SHA-256 of the public key (SPKI); null where there is none. */
  key_id: OrNull<string>;
  /** SHA-256 of the head. */
  hash: string;
  /** Ed25519 (RFC 8032), base64; null without a key. */
  signature: OrNull<string>;
}

/** Who may seal now. */
export interface LedgerLeaseTable {
  name: string;
  holder: string;
  /** Grows with each change of holder, so that a former one can tell (fencing). */
  token: number;
  until: Time;
}

/** What an administrator did. */
export interface AdminActionsTable {
  id: string;
  at: Time;
  /** The host's id of the administrator; null for the host itself. */
  actor: OrNull<string>;
  action: string;
  rule: OrNull<string>;
  /** Id of what it was done to. */
  subject: OrNull<string>;
  request_id: OrNull<string>;
  /** The client's network. */
  ip: OrNull<string>;
}

/** Work to be done in the background. Rows go when it is done. */
export interface JobsTable {
  id: string;
  name: string;
  /** JSON. */
  payload: string;
  /** At most one job of a key is there. */
  unique_key: OrNull<string>;
  /** `waiting`, `running` or `failed`. */
  state: string;
  /** When it may begin; while it runs, until when nobody else may have it; null once it has failed. */
  due_at: TimeOrNull;
  /** When a queue outside of the database was told last. */
  offered_at: TimeOrNull;
  /** How often it began. */
  attempts: number;
  max_attempts: number;
  /** Grows each time it begins, so that a former holder can tell (fencing). */
  token: number;
  holder: OrNull<string>;
  /** Why the last attempt failed. */
  error: OrNull<string>;
  created_at: Time;
  updated_at: Time;
}

/** When recurring work is due next. */
export interface JobSchedulesTable {
  name: string;
  due_at: Time;
}

/** Mail on its way, and that it was sent. */
export interface MailsTable {
  id: string;
  /** A mail of a key is sent once. */
  unique_key: string;
  message: string;
  /** `waiting`, `sent` or `dropped` (nobody to send it to). */
  state: string;
  /** JSON: whom it is for. Null once it is sent. */
  recipient: OrNull<string>;
  /** JSON: what it tells. Null once it is sent. */
  data: OrNull<string>;
  /** BCP 47 tag; null: the recipient's own. */
  locale: OrNull<string>;
  created_at: Time;
  sent_at: TimeOrNull;
}

/** Keys the engine made for itself. */
export interface SecretsTable {
  name: string;
  /** 256 random bits, hexadecimal. */
  value: string;
  created_at: Time;
}

/** Which migrations have run. */
export interface MigrationsTable {
  name: string;
  applied_at: Time;
}

/** The engine's tables under their plain names; prefix and schema are put in when a query is compiled. */
export interface Tables {
  terms: TermsTable;
  term_translations: TermTranslationsTable;
  user_terms: UserTermsTable;
  portability_requests: PortabilityRequestsTable;
  portability_register: PortabilityRegisterTable;
  ledger_events: LedgerEventsTable;
  ledger_identities: LedgerIdentitiesTable;
  ledger_heads: LedgerHeadsTable;
  ledger_lease: LedgerLeaseTable;
  admin_actions: AdminActionsTable;
  jobs: JobsTable;
  job_schedules: JobSchedulesTable;
  mails: MailsTable;
  secrets: SecretsTable;
  migrations: MigrationsTable;
}

export type TableName = keyof Tables;

/** Also tells the query compiler which names in a query are tables of ours. */
export const tableNames: readonly TableName[] = [
  'terms',
  'term_translations',
  'user_terms',
  'portability_requests',
  'portability_register',
  'ledger_events',
  'ledger_identities',
  'ledger_heads',
  'ledger_lease',
  'admin_actions',
  'jobs',
  'job_schedules',
  'mails',
  'secrets',
  'migrations',
];

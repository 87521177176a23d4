/** How erasures are handled, as configured by the host. */
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';
import type { HostFunction } from '../export/index.ts';
import type { SearchedFiles } from './absence/places.ts';

/** The data with which a person verifies their identity before an erasure. */
export interface IdentityProof {
  /** The signed-in user. */
  readonly user: CurrentUser;
  /** The fields they sent, such as `password`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How erasure requests are handled (GDPR Art. 17). */
export interface ErasureSettings {
  /** Days in which a person can withdraw their request, 0 to 30. Default: 14. */
  readonly graceDays?: number;
  /**
   * Verifies the identity of the person who requests: a function of the host, for example by the password that they send, or
   * `'mail'`: a link that works once is mailed to them, and the request waits until they have followed it. Default: the signed-in
   * user.
   */
  readonly identify?: 'mail' | HostFunction<[proof: IdentityProof], boolean | Promise<boolean>>;
  /** Minutes for which a mailed link works, from when its mail is sent, 5 to 1440. Default: 1440, a day. */
  readonly linkMinutes?: number;
  /**
   * Words that identify a person besides their ID and address, such as their name: they are searched for after all steps. Default:
   * none.
   */
  readonly identifiers?: HostFunction<[user: unknown], readonly string[] | Promise<readonly string[]>>;
  /**
   * Stored files that are searched after all steps: `{ name: 'uploads', ...localFiles(folder) }`, `flystorageFiles(…)`, or two
   * functions of the host. Default: only those of the engine.
   */
  readonly files?: readonly SearchedFiles[];
  /**
   * Days after an erasure on which all tables are searched again, for what was written since. Until the last one, keyed hashes of what
   * identifies the person are stored. Default: `[1, 7, 30]`; `[]`: never.
   */
  readonly searchAgainDays?: readonly number[];
  /**
   * Ends the sessions of a person: before the first step, so that they write nothing more, and after the last, in case they signed
   * in meanwhile. There may be no session.
   */
  readonly endSessions?: HostFunction<[userId: string], void | Promise<void>>;
  /**
   * File or storage outside of the database that records who was erased, so that erasures can be repeated after a backup is
   * restored. Default: none.
   */
  readonly journal?: string | AttachmentStorage;
  /** Secret of 32 characters or more that the journal is encrypted and signed with; keep it out of the database. */
  readonly journalKey?: string;
  /** Days for which the host keeps backups: the receipt states it, and the journal deletes its lines after that time. */
  readonly backupRetentionDays?: number;
  /**
   * Whether an engine rejects requests (503) until the erasures that a restored backup reverted are repeated. Default: `report`.
   */
  readonly onRestore?: 'report' | 'refuse';
}

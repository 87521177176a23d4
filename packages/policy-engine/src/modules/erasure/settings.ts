/** How erasures are handled, as the host says. */
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { CurrentUser } from '../../platform/users/current-user.ts';
import type { HostFunction } from '../export/host-function.ts';
import type { SearchedFiles } from './absence/places.ts';

/** With what a person confirms their identity before their data is erased. */
export interface IdentityProof {
  /** Who is signed in. */
  readonly user: CurrentUser;
  /** What they sent along, as in `password`. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** How erasure requests are handled (GDPR Art. 17). */
export interface ErasureSettings {
  /** Days in which a person can take their request back, 0 to 30. Default: 14. */
  readonly graceDays?: number;
  /**
   * Confirms that it is the person who asks: a function of the host's, by the password that they send along for example, or
   * `'mail'`: a link that works once is mailed to them, and the request waits until they have followed it. Default: whoever is
   * signed in is the person.
   */
  readonly identify?: 'mail' | HostFunction<[proof: IdentityProof], boolean | Promise<boolean>>;
  /** Minutes for which a mailed link works, from when its mail is sent, 5 to 1440. Default: 30. */
  readonly linkMinutes?: number;
  /**
   * Words that lead to a person beside their id and address, such as their name: they are searched for after all steps.
   * Default: none.
   */
  readonly identifiers?: HostFunction<[user: unknown], readonly string[] | Promise<readonly string[]>>;
  /**
   * Stored files that are searched after all steps: `{ name: 'uploads', ...localFiles(folder) }`, `flystorageFiles(…)`, or two
   * functions of the host's own. Default: none but those of the engine.
   */
  readonly files?: readonly SearchedFiles[];
  /**
   * Ends the sessions of a person: before the first step, so that they write nothing any more, and after the last, for who
   * signed in between. There may be none left.
   */
  readonly endSessions?: HostFunction<[userId: string], void | Promise<void>>;
  /**
   * File or storage outside of the database that notes who was erased, so that it can be done again after a backup was
   * restored. Default: none.
   */
  readonly journal?: string | AttachmentStorage;
  /** Secret of 32 characters or more that the journal is encrypted and signed with; keep it out of the database. */
  readonly journalKey?: string;
  /** Days for which the host keeps backups: the receipt says so, and the journal forgets after them. */
  readonly backupRetentionDays?: number;
  /** Whether an engine refuses requests (503) until a restored backup's erasures were done again. Default: `report`. */
  readonly onRestore?: 'report' | 'refuse';
}

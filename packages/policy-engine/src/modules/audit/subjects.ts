/** The subjects of log entries, as text and with their pages: each module names its own. */
import type { AdminAction } from '../../module.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { NameOf } from '../../platform/users/names.ts';
import type { AuditEntry } from './service.ts';

/** The subject of an entry. */
export interface NamedSubject {
  readonly text: string;
  /** Path of its page, below the mount path; null for none. */
  readonly path: string | null;
}

/** How subjects are named. */
export interface NamingSubjects {
  readonly language: Language;
  /** The host's names of people. A file of the whole log has none. */
  readonly nameOf: NameOf;
}

/** An entry with a subject. */
export type EntrySubject = Pick<AuditEntry, 'action' | 'rule'> & { readonly subject: string };

/** What a module provides for the hook `logSubjects`. */
export interface LogSubjects {
  /** The actions whose subjects it names. */
  readonly actions: readonly AdminAction[];
  /** @returns names by subject; missing subjects have none */
  name(entries: readonly EntrySubject[], options: NamingSubjects): Promise<ReadonlyMap<string, NamedSubject>>;
}

/** The subjects of some entries, by the ids of the entries. */
export async function namedSubjects(
  modules: readonly LogSubjects[],
  entries: readonly AuditEntry[],
  options: NamingSubjects,
): Promise<ReadonlyMap<string, NamedSubject>> {
  const found = await Promise.all(
    modules.map(async (module) => {
      const own = entries.filter(
        ({ action, subject }) => subject !== null && module.actions.includes(action as AdminAction),
      );
      if (own.length === 0) return [];
      const names = await module.name(own as (AuditEntry & EntrySubject)[], options);
      return own.flatMap(({ id, subject }) => {
        const named = names.get(subject ?? '');
        return named === undefined ? [] : [[id, named] as const];
      });
    }),
  );
  return new Map(found.flat());
}

/** What entries of the log are about, in words and with the page of it: each module names what is its own. */
import type { AdminAction } from '../../module.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { AuditEntry } from './service.ts';

/** What an entry is about. */
export interface NamedSubject {
  readonly text: string;
  /** Path of its page, below the mount path; null for none. */
  readonly path: string | null;
}

/** How subjects are named. */
export interface NamingSubjects {
  readonly language: Language;
  /** Whether the host may be asked what people are called. A file of the whole log has ids. */
  readonly withPeople: boolean;
}

/** An entry with something that it is about. */
export type EntrySubject = Pick<AuditEntry, 'action' | 'rule'> & { readonly subject: string };

/** What a module gives for the hook `logSubjects`. */
export interface LogSubjects {
  /** Whose subjects it names. */
  readonly actions: readonly AdminAction[];
  /** @returns names by subject; what is not there any more has none */
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

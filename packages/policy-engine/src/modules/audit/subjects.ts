/** The subjects of log entries, as text and with their pages: each module names its own. */
import type { AdminAction } from '../../kernel/module.ts';
import type { Language } from '../../platform/i18n/language.ts';
import type { NamesOf } from '../../platform/users/names.ts';
import type { AuditEntry } from './service.ts';

/** The subject of an entry. */
export interface NamedSubject {
  readonly text: string;
  /** The host's ID of the person that it is named by: the host's name, if there is one, replaces the text. Default: nobody. */
  readonly userId?: string | null;
  /** Path of its page, below the mount path; null for none. */
  readonly path: string | null;
}

/** An entry with a subject. */
export type EntrySubject = Pick<AuditEntry, 'action' | 'rule'> & { readonly subject: string };

/** What a module provides for the hook `logSubjects`. */
export interface LogSubjects {
  /** The actions whose subjects it names. */
  readonly actions: readonly AdminAction[];
  /** @returns names by subject; missing subjects have none */
  name(entries: readonly EntrySubject[], language: Language): Promise<ReadonlyMap<string, NamedSubject>>;
}

/** The subjects of some entries, by the ids of the entries. All people are named together. */
export async function namedSubjects(
  modules: readonly LogSubjects[],
  entries: readonly AuditEntry[],
  { language, namesOf }: { readonly language: Language; readonly namesOf: NamesOf },
): Promise<ReadonlyMap<string, NamedSubject>> {
  const found = await Promise.all(
    modules.map(async (module) => {
      const own = entries.filter(
        ({ action, subject }) => subject !== null && module.actions.includes(action as AdminAction),
      );
      if (own.length === 0) return [];
      const named = await module.name(own as (AuditEntry & EntrySubject)[], language);
      return own.flatMap(({ id, subject }) => {
        const one = named.get(subject ?? '');
        return one === undefined ? [] : [[id, one] as const];
      });
    }),
  );
  const subjects = found.flat();
  const names = await namesOf(subjects.map(([, { userId = null }]) => userId));
  return new Map(subjects.map(([id, one]) => [id, { ...one, text: names.get(one.userId ?? '') ?? one.text }]));
}

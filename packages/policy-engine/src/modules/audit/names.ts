/** The names for IDs in the log, in one language. */
import type { Language } from '../../platform/i18n/language.ts';
import type { EntryNames } from './representation.ts';
import type { AuditEntry } from './service.ts';
import { type LogSubjects, namedSubjects } from './subjects.ts';

/** The sources of names. */
export interface NameSources {
  /** The host's name of an administrator, by ID; null if it has none. */
  readonly nameOfAdmin: (id: string) => Promise<string | null>;
  /** The label of a rule in a language; undefined for one that is not declared. */
  readonly labelOf: (rule: string, locale: string) => string | undefined;
  readonly subjects: () => readonly LogSubjects[];
}

/** Names of administrators, each looked up once. If the host fails, there are no names: the log stays readable. */
export function actorNames(nameOfAdmin: NameSources['nameOfAdmin']) {
  const known = new Map<string, string>();
  const asked = new Set<string>();
  return async (ids: Iterable<string | null>): Promise<ReadonlyMap<string, string>> => {
    const unknown = [...new Set(ids)].filter((id) => id !== null && !asked.has(id)) as string[];
    await Promise.all(
      unknown.map(async (id) => {
        asked.add(id);
        const name = await nameOfAdmin(id).catch(() => null);
        if (name !== null) known.set(id, name);
      }),
    );
    return known;
  };
}

/** The label of an action. */
export function actionName({ isText, text }: Language, action: string): string {
  const key = `audit.action.${action}`;
  return isText(key) ? text(key) : action;
}

/** Names for pages of entries, in one language. */
export function entryNames({ nameOfAdmin, labelOf, subjects }: NameSources, language: Language, withPeople = true) {
  const actors = actorNames(nameOfAdmin);
  return async (entries: readonly AuditEntry[]): Promise<EntryNames> => ({
    actors: await actors(entries.map(({ actor }) => actor)),
    subjects: await namedSubjects(subjects(), entries, { language, withPeople }),
    action: (action) => actionName(language, action),
    rule: (rule) => labelOf(rule, language.locale) ?? rule,
  });
}

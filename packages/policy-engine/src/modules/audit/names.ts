/** What the ids of the log are called, in one language. */
import type { Language } from '../../platform/i18n/language.ts';
import type { EntryNames } from './representation.ts';
import type { AuditEntry } from './service.ts';
import { type LogSubjects, namedSubjects } from './subjects.ts';

/** Where names come from. */
export interface NameSources {
  /** What the host calls an administrator, by id; null where it does not say. */
  readonly nameOfAdmin: (id: string) => Promise<string | null>;
  /** What a rule is called in a language; undefined for one that is not declared. */
  readonly labelOf: (rule: string, locale: string) => string | undefined;
  readonly subjects: () => readonly LogSubjects[];
}

/** Names of administrators, each asked for once. A host that fails names nobody: the log is readable all the same. */
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

/** What an action is called. */
export function actionName({ isText, text }: Language, action: string): string {
  const key = `audit.action.${action}`;
  return isText(key) ? text(key) : action;
}

/** Names of pages of entries, in one language. */
export function entryNames({ nameOfAdmin, labelOf, subjects }: NameSources, language: Language, withPeople = true) {
  const actors = actorNames(nameOfAdmin);
  return async (entries: readonly AuditEntry[]): Promise<EntryNames> => ({
    actors: await actors(entries.map(({ actor }) => actor)),
    subjects: await namedSubjects(subjects(), entries, { language, withPeople }),
    action: (action) => actionName(language, action),
    rule: (rule) => labelOf(rule, language.locale) ?? rule,
  });
}

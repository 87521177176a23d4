/** The names for IDs in the log, in one language. */
import type { Language } from '../../platform/i18n/language.ts';
import type { NamesOf } from '../../platform/users/names.ts';
import type { EntryNames } from './representation.ts';
import type { AuditEntry } from './service.ts';
import { type LogSubjects, namedSubjects } from './subjects.ts';

/** The sources of names. */
export interface NameSources {
  readonly namesOfUsers: NamesOf;
  readonly namesOfAdmins: NamesOf;
  /** The label of a rule in a language; undefined for one that is not declared. */
  readonly labelOf: (rule: string, locale: string) => string | undefined;
  readonly subjects: () => readonly LogSubjects[];
}

/** Names of administrators, each looked up once for a page with its filters, or for all pages of a file. */
export function actorNames(namesOfAdmins: NamesOf): NamesOf {
  const known = new Map<string, string>();
  const asked = new Set<string | null>();
  return async (ids) => {
    const unknown = [...ids].filter((id) => !asked.has(id));
    for (const id of unknown) asked.add(id);
    for (const [id, name] of await namesOfAdmins(unknown)) known.set(id, name);
    return known;
  };
}

/** The label of an action. */
export function actionName({ isText, text }: Language, action: string): string {
  const key = `audit.action.${action}`;
  return isText(key) ? text(key) : action;
}

/** Names for pages of entries, in one language. @param namesOf the names of people; a file of the whole log has none */
export function entryNames(
  { namesOfAdmins, labelOf, subjects }: Omit<NameSources, 'namesOfUsers'>,
  language: Language,
  namesOf: NamesOf,
) {
  return async (entries: readonly AuditEntry[]): Promise<EntryNames> => ({
    actors: await namesOfAdmins(entries.map(({ actor }) => actor)),
    subjects: await namedSubjects(subjects(), entries, { language, namesOf }),
    action: (action) => actionName(language, action),
    rule: (rule) => labelOf(rule, language.locale) ?? rule,
  });
}

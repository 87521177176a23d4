/** Texts as the audit log names them. */
import { createQueries } from '../../platform/database/statements/queries.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';
import type { LogSubjects, NamedSubject } from '../audit/index.ts';
import { languageName } from './translations/languages.ts';

/** The parts of a subject: the id of a text, and the locale of a translation of it. See `DraftWriting.note`. */
const SUBJECT = /^([^/]+)(?:\/translations\/(.+))?$/;

/** Names a text "Version 3", and a translation of it "Version 3, French". */
export function termSubjects(database: Database, naming: Naming): LogSubjects {
  return {
    actions: [
      'term_created',
      'term_changed',
      'term_published',
      'term_scheduled',
      'term_imported',
      'term_taken_back',
      'term_deleted',
      'translation_written',
      'translation_removed',
      'translation_added_late',
    ],
    async name(entries, { t, locale }) {
      const parts = entries.map(({ subject }) => ({ subject, match: SUBJECT.exec(subject) }));
      const ids = [...new Set(parts.flatMap(({ match }) => match?.[1] ?? []))];
      const rows = await createQueries(database, naming)
        .selectFrom('terms')
        .select(['id', 'rule', 'version'])
        .where('id', 'in', ids)
        .execute();
      const terms = new Map(rows.map((row) => [row.id, row]));
      const names = new Map<string, NamedSubject>();
      for (const { subject, match } of parts) {
        const [, id = '', tag] = match ?? [];
        const term = terms.get(id);
        if (term === undefined) continue;
        const title = term.version === null ? t('terms.state.draft') : t('terms.version', { version: term.version });
        const path = `/categories/${term.rule}/terms/${subject}`;
        names.set(subject, { text: tag === undefined ? title : `${title}, ${languageName(tag, locale)}`, path });
      }
      return names;
    },
  };
}

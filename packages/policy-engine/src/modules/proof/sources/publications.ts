/** Texts that came into force, and translations that were added to them later, as events. */
import { hash } from 'node:crypto';
import { type LoggedText, LoggedTextStore } from '../../terms/index.ts';
import { canonical } from '../ledger/canonical.ts';
import type { OpenSource, SourceRecord } from './source.ts';

/** Texts as a source of the ledger. */
export const publications: OpenSource = (database, naming) => {
  const store = new LoggedTextStore(database, naming);
  return {
    kind: 'publication',
    waiting: async (limit, now) => (await store.waiting(limit, now)).map(publicationRecord),
    countWaiting: (now) => store.countWaiting(now),
    placed: (placed) => store.place(placed.map(({ record: { id }, place }) => ({ id, place }))),
    moved: (places) => store.move(places),
    find: async (ids) => (await store.find(ids)).map(publicationRecord),
    logged: async (after, limit) => (await store.logged(after, limit)).map(publicationRecord),
    difference(record, leaf) {
      const { name, at, rule, version, textHash } = record;
      if (at !== leaf.at) return `${name} was published for ${leaf.at}, and now says ${at ?? 'nothing'}`;
      if (rule !== leaf.rule || version !== leaf.version) {
        return `${name} was published as version ${leaf.version} of ${leaf.rule}`;
      }
      if (textHash !== leaf.textHash) return `${name} was published with another text`;
      if (record.hash === leaf.refers?.hash) return null;
      return `${name} was published in other languages, or with another note or weight`;
    },
  };
};

function publicationRecord(text: LoggedText): SourceRecord {
  const { id, rule, version, locale, hash: textHash, since, logged } = text;
  return {
    id,
    name: `the text of ${rule}, version ${version}, in ${locale}`,
    hash: hash('sha256', canonical(factsOf(text))),
    rule,
    version,
    textHash,
    at: since,
    written: null,
    place: logged,
    salt: null,
  };
}

/** The published content that the event does not contain in plain text. */
function factsOf({ locale, published, of }: LoggedText) {
  if (published === null) return { locale, translation_of: of };
  const { material, note, translations } = published;
  return { locale, material: material ? 1 : 0, note, translations: canonical(translations) };
}

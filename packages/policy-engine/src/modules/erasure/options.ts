/** The option `erasure`. */
import { z } from 'zod';
import { hostFunction, listOf, objectWith, wholeNumber } from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import type { Relation } from '../../platform/options/read.ts';
import { shown } from '../../platform/options/words.ts';
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import type { SearchedFiles } from './absence/places.ts';
import type { ErasureSettings } from './settings.ts';

/** Days within which the response is due in any case (Art. 12(3)). */
const LONGEST_GRACE = 30;
const SHORTEST_KEY = 32;
/** Delivery of a mail may take some minutes. */
const SHORTEST_LINK = 5;
const MINUTES_OF_A_DAY = 1440;
const DAYS_OF_TEN_YEARS = 3650;
/** Hashes of a person's data must not be stored for longer. */
const MOST_DAYS_AGAIN = 90;

/** The settings with their defaults filled in. */
export type ReadErasureSettings = ErasureSettings &
  Required<Pick<ErasureSettings, 'graceDays' | 'linkMinutes' | 'onRestore' | 'searchAgainDays'>>;

const journal: z.ZodType<string | AttachmentStorage, string | AttachmentStorage> = z.union(
  [
    z.string().min(1),
    objectWith<AttachmentStorage>(['put', 'get', 'size'], 'must have the functions put, get and size'),
  ],
  'must be the path of a file, or a storage such as flystorageAttachments(…)',
);

type Identify = NonNullable<ErasureSettings['identify']>;

const identify: z.ZodType<Identify, Identify> = z.union(
  [z.literal('mail'), hostFunction<Exclude<Identify, 'mail'>>()],
  {
    error: ({ input }) => `must be a function, or 'mail', not ${shown(input)}`,
  },
);

const searchedFiles = options<SearchedFiles>()({
  name: z
    .string()
    .refine((text) => text.trim() !== '', 'state what the receipt calls these files')
    .describe('what the receipt calls them, as in "uploads"'),
  list: hostFunction<SearchedFiles['list']>().describe('`({ signal }) => names` of all files, in any order'),
  read: hostFunction<SearchedFiles['read']>().describe(
    '`(name, { signal }) => stream`; null if the file no longer exists',
  ),
  huge: z.boolean().optional().describe('whether there are too many to read all of them: then a sample is read'),
});

const erasure = options<ErasureSettings>()({
  graceDays: wholeNumber(0, LONGEST_GRACE, 'days')
    .default(14)
    .describe('days in which a person can withdraw an erasure request'),
  identify: identify
    .optional()
    .describe(
      "`({ user, fields }) => boolean` verifies again who makes the request, for example by `fields.password`; `'mail'` mails the person a link that works once; default: being signed in is enough",
    ),
  linkMinutes: wholeNumber(SHORTEST_LINK, MINUTES_OF_A_DAY, 'minutes')
    .default(MINUTES_OF_A_DAY)
    .describe(
      "minutes for which a link of `identify: 'mail'` works after its mail is sent; less than 1200 hurries people (WCAG 2.2, 2.2.1)",
    ),
  identifiers: hostFunction<NonNullable<ErasureSettings['identifiers']>>()
    .optional()
    .describe(
      '`(user) => words` that identify a person besides ID and email address; they are searched for after the erasure',
    ),
  files: listOf(searchedFiles)
    .optional()
    .describe(
      'stored files that are searched after the erasure: `{ name, ...localFiles(folder) }` or `flystorageFiles(…)`',
    ),
  searchAgainDays: listOf(wholeNumber(1, MOST_DAYS_AGAIN, 'days'))
    .default([1, 7, 30])
    .describe(
      'days after an erasure on which the tables are searched again; keyed hashes of what identifies the person are stored until the last; `[]`: never',
    ),
  endSessions: hostFunction<NonNullable<ErasureSettings['endSessions']>>()
    .optional()
    .describe('`(userId) => …` ends the sessions of a person, before anything is erased and afterwards'),
  journal: journal
    .optional()
    .describe(
      'file or storage outside of the database that records erasures, so that they can be repeated after a backup is restored',
    ),
  journalKey: z
    .string()
    .min(SHORTEST_KEY)
    .optional()
    .describe('secret that encrypts and signs the journal, 32 characters or more; keep it out of the database'),
  backupRetentionDays: wholeNumber(1, DAYS_OF_TEN_YEARS, 'days')
    .optional()
    .describe('days for which backups are kept: the receipt states it, and the journal deletes older lines'),
  onRestore: z
    .enum(['report', 'refuse'])
    .default('report')
    .describe('whether requests are refused (503) until the erasures that a restored backup lost are repeated'),
});

export const erasureOptions: {
  readonly erasure: z.ZodType<ReadErasureSettings, ErasureSettings | undefined>;
} = {
  erasure: erasure.prefault({}).describe('how erasure requests are handled'),
};

/** A journal that anybody could read or write would be another copy of the data to be erased. */
export const journalHasAKey: Relation = ({ erasure: given }, report) => {
  if (typeof given !== 'object' || given === null) return;
  const { journal: place, journalKey, onRestore } = given as ErasureSettings;
  if (place !== undefined && journalKey === undefined) {
    report('erasure.journalKey', 'is missing: erasure.journal needs a secret that encrypts and signs its lines');
  }
  if (onRestore === 'refuse' && place === undefined) {
    report('erasure.onRestore', 'needs erasure.journal: without it, what a restored backup has lost is not known');
  }
};

/** A person who verifies their identity by a mailed link must be able to receive it, and to open the page. */
export const mailedIdentityArrives: Relation = ({ erasure: given, mail, publicOrigins, userResource }, report) => {
  if (typeof given !== 'object' || given === null || (given as ErasureSettings).identify !== 'mail') return;
  const why = "erasure.identify: 'mail' sends people a link";
  if (mail === undefined) report('mail', `is missing: ${why}`);
  if (!Array.isArray(publicOrigins) || publicOrigins.length === 0)
    report('publicOrigins', `is missing: ${why} to this site`);
  const find: unknown =
    typeof userResource === 'object' && userResource !== null ? Reflect.get(userResource, 'find') : undefined;
  if (find === undefined) report('userResource.find', `is missing: ${why}, to the address that is read of the user`);
};

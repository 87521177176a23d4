/** The options of access requests, and of the storage of exports. */
import path from 'node:path';
import { z } from 'zod';
import { localAttachments } from '../../platform/storage/local.ts';
import type { AttachmentStorage } from '../../platform/storage/storage.ts';
import { objectWith, wholeNumber } from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import type { Relation } from '../../platform/options/read.ts';
import type { AttachmentsOptions, AttachmentsSettings } from './attachments/settings.ts';
import type { PortabilityOptions } from './settings.ts';

const SHORTEST_SECRET = 32;
const MINUTES_OF_A_YEAR = 365 * 24 * 60;
const DAYS_OF_TEN_YEARS = 3650;

const portability = options<PortabilityOptions>()({
  autoConfirm: z.boolean().default(false).describe('requests are confirmed automatically'),
  keepDays: wholeNumber(1, DAYS_OF_TEN_YEARS, 'days')
    .default(30)
    .describe('days for which an export can be downloaded'),
});

const attachments = options<AttachmentsOptions>()({
  storage: objectWith<AttachmentStorage>(
    ['put', 'get', 'size', 'delete'],
    'must have the functions put, get, size and delete, as flystorageAttachments(…) and localAttachments(…) have',
  )
    .optional()
    .describe(
      '`flystorageAttachments(…)`, `localAttachments(folder)`, or an object of your own; default: the folder `exports`',
    ),
  expirationLink: wholeNumber(1, MINUTES_OF_A_YEAR, 'minutes')
    .default(60)
    .describe('minutes for which a download link works'),
  linkSecret: z
    .string()
    .min(SHORTEST_SECRET)
    .optional()
    .describe(
      'key that signs download links, 32 characters or more; default: a key is generated and stored in the database',
    ),
}).transform(({ storage = localAttachments(path.resolve('exports')), expirationLink, linkSecret: secret = null }) => {
  return { storage, expirationLink, secret };
});

export const portabilityOptions: {
  readonly portability: z.ZodType<Required<PortabilityOptions>, PortabilityOptions | undefined>;
  readonly attachments: z.ZodType<AttachmentsSettings, AttachmentsOptions | undefined>;
  readonly legacyAttachments: z.ZodType<boolean, boolean | undefined>;
} = {
  portability: portability.prefault({}).describe('how access requests are handled'),
  attachments: attachments.prefault({}).describe('where exports are kept, and how they are fetched'),
  legacyAttachments: z
    .boolean()
    .default(false)
    .describe('exports are kept in `exporter.path`, and the `attachment…` columns of the requests name them'),
};

/** Legacy attachments need a folder. */
export const legacyAttachmentsHaveAFolder: Relation = ({ legacyAttachments, exporter }, report) => {
  const folder = typeof exporter === 'object' && exporter !== null && 'path' in exporter ? exporter.path : undefined;
  if (legacyAttachments === true && folder === undefined) {
    report('exporter.path', 'is missing: legacyAttachments needs the folder where exports are kept');
  }
};

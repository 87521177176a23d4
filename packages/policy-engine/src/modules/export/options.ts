/** The options of portability rules and exports (spec: P-portability-rule, P-config-exporter). */
import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { z } from 'zod';
import { reasonOf } from '../../errors/errors.ts';
import { localised } from '../../platform/options/host-text.ts';
import {
  always,
  host,
  hostFunction,
  listOf,
  localText,
  made,
  name,
  wholeNumber,
} from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import { nameAsWords, shown } from '../../platform/options/words.ts';
import { rowFiles } from './files/options.ts';
import { type FunctionOf, folderName, include, nameConflict, reading, template } from './rule-options.ts';
import type { PortabilityRule, PortabilityRuleOptions } from './rule.ts';
import type { ExporterOptions, ExporterSettings, InformationOptions } from './settings.ts';
import type { IndexData, LayoutData, PageData } from './templates/template-data.ts';

const words = localText.optional();

const portabilityRule = options<PortabilityRuleOptions>()({
  name: folderName.describe('name of the folder in the export: letters, digits, `_` and `-`'),
  label: words.describe('label that people see, as text or by locale; default: the name as words'),
  collection: reading<FunctionOf<'collection'>>()
    .optional()
    .describe('many rows: the name of a property or method of the user, or a function of the user'),
  member: reading<FunctionOf<'member'>>()
    .optional()
    .describe('one thing: the name of a property or method of the user, or a function of the user'),
  template: template<PageData>('html')
    .optional()
    .describe('HTML of a page: an Eta template as text or as a path, or a function; default: a card for each row'),
  jsonTemplate: template<PageData>('json')
    .optional()
    .describe('JSON of a page: an Eta template as text or as a path, or a function; default: the rows in `all.json`'),
  per: wholeNumber(1, 1000, 'rows').default(30).describe('rows per page of a collection'),
  count: reading<FunctionOf<'count'>>().optional().describe('approximate number of rows, for the progress'),
  files: rowFiles
    .prefault({})
    .describe('files of the rows, by the field that holds their path: `{ invoice: { storage, filename, mediaType } }`'),
  include,
  purpose: words.describe('what the data is used for (GDPR Art. 15(1)(a))'),
  recipients: words.describe('recipients (Art. 15(1)(c))'),
  retention: words.describe('how long it is kept (Art. 15(1)(d))'),
  source: words.describe('where it comes from if not from the person (Art. 15(1)(g))'),
})
  .superRefine(({ collection, member }, context) => {
    const message =
      collection === undefined
        ? 'declare what it exports: collection (many rows) or member (one thing)'
        : 'declare either collection or member, not both';
    if ((collection === undefined) === (member === undefined)) context.addIssue({ code: 'custom', message });
  })
  .transform(({ label, collection, member, ...rest }): PortabilityRule => {
    return {
      ...rest,
      label: localised(label ?? nameAsWords(rest.name), nameAsWords(rest.name)),
      kind: collection === undefined ? 'member' : 'collection',
      // One of the two is present.
      reads: (collection ?? member)!,
      count: rest.count,
      template: rest.template,
      jsonTemplate: rest.jsonTemplate,
      files: rest.files,
      include: rest.include,
      table: undefined,
      purpose: rest.purpose,
      recipients: rest.recipients,
      legalBasis: undefined,
      retention: rest.retention,
      source: rest.source,
    };
  });

const portabilityRules = listOf(portabilityRule, 'must be a list of rules').superRefine((declared, context) => {
  const rules: readonly (Partial<PortabilityRule> | null)[] = Array.isArray(declared) ? declared : [];
  for (const [index, rule] of rules.entries()) {
    for (const other of rules.slice(0, index)) {
      const message = nameConflict(other ?? {}, rule ?? {});
      if (message !== null) context.addIssue({ code: 'custom', message, path: [index, 'name'] });
    }
  }
}, always);

/** Checked at start, so that a missing folder does not fail the export of a person who waits for their data. */
function existingFolder(folder: string): string {
  let isFolder: boolean;
  try {
    isFolder = statSync(path.resolve(folder)).isDirectory();
  } catch (cause) {
    throw new Error(`there is no folder ${shown(folder)}`, { cause });
  }
  if (!isFolder) throw new Error(`${shown(folder)} is not a folder`);
  return realpathSync(path.resolve(folder));
}

function madeFolder(folder: string): { given: string; real: string } {
  try {
    mkdirSync(path.resolve(folder), { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new Error(`${shown(folder)} cannot be made: ${reasonOf(cause)}`, { cause });
  }
  return { given: folder, real: existingFolder(folder) };
}

const information = options<InformationOptions>()({
  controller: words.describe('name and address of the controller'),
  contact: words.describe('contact details of the data protection officer or of whoever answers questions'),
  purposes: words.describe('purposes (a)'),
  recipients: words.describe('recipients (c)'),
  retention: words.describe('how long it is kept (d)'),
  source: words.describe('where it comes from, if not from the person (g)'),
  automatedDecisions: words.describe('automated decision-making, with its logic and consequences (h)'),
  transfers: words.describe('countries outside the EU that receive the data, and the safeguards there (Art. 15(2))'),
  supervisoryAuthority: words.describe('the supervisory authority for complaints (f)'),
});

const most = Number.MAX_SAFE_INTEGER;
const exporter = options<ExporterOptions>()({
  path: made(name, madeFolder)
    .optional()
    .describe('folder for data that does not fit in memory while an export is made; default: the temporary folder'),
  resource: name
    .default('User')
    .describe('name of the user model that the export is built for; written to the manifest'),
  layout: template<LayoutData>('html').optional().describe("the frame of every page; default: the engine's"),
  indexTemplate: template<IndexData>('html').optional().describe("the first page; default: the engine's"),
  customizeLink: hostFunction<NonNullable<ExporterOptions['customizeLink']>>()
    .optional()
    .describe('creates the link in the mail that announces a finished export'),
  afterZip: hostFunction<NonNullable<ExporterOptions['afterZip']>>()
    .optional()
    .describe('runs when an archive is complete; if it throws, the export fails'),
  imageFolders: listOf(made(name, existingFolder))
    .prefault([])
    .describe('folders whose files `imageTag` may read, relative to the working directory'),
  allowedHosts: listOf(host).prefault([]).describe('hosts that `imageTag` may reach at private addresses'),
  maxImageBytes: wholeNumber(1, most)
    .default(8 * 1024 * 1024)
    .describe('maximum size of one image in bytes'),
  maxImages: wholeNumber(1, most).default(20_000).describe('maximum number of images in one export'),
  imageTimeoutSeconds: wholeNumber(1, 86_400, 'seconds')
    .default(10)
    .describe('seconds after which fetching an image is abandoned'),
  imageMinutes: wholeNumber(1, 10_080, 'minutes')
    .default(60)
    .describe('total minutes for which an export waits for images'),
  maxFileBytes: wholeNumber(1, most)
    .default(1024 ** 3)
    .describe('maximum size of one file of a row in bytes'),
  maxFiles: wholeNumber(1, most).default(20_000).describe('maximum number of files in one export'),
  fileTimeoutSeconds: wholeNumber(1, 86_400, 'seconds')
    .default(60)
    .describe('seconds after which a file is skipped if its storage delivers nothing'),
  fileMinutes: wholeNumber(1, 10_080, 'minutes')
    .default(240)
    .describe('total minutes for which an export waits for files'),
  information: information
    .prefault({})
    .describe('what the information sheet says in addition to the rules (GDPR Art. 15(1))'),
}).transform(({ path: folder, layout, indexTemplate, afterZip, customizeLink, ...rest }): ExporterSettings => {
  return {
    path: folder?.given,
    folder: folder?.real ?? tmpdir(),
    resource: rest.resource,
    layout,
    indexTemplate,
    customizeLink,
    afterZip,
    information: rest.information,
    images: {
      folders: rest.imageFolders,
      allowedHosts: new Set(rest.allowedHosts.map((one) => one.toLowerCase())),
      maxBytes: rest.maxImageBytes,
      maxImages: rest.maxImages,
      timeoutMilliseconds: 1000 * rest.imageTimeoutSeconds,
      allMilliseconds: 60_000 * rest.imageMinutes,
    },
    files: {
      maxBytes: rest.maxFileBytes,
      maxFiles: rest.maxFiles,
      timeoutMilliseconds: 1000 * rest.fileTimeoutSeconds,
      allMilliseconds: 60_000 * rest.fileMinutes,
    },
  };
});

export const exportOptions: {
  readonly portabilityRules: z.ZodType<readonly PortabilityRule[], readonly PortabilityRuleOptions[] | undefined>;
  readonly exporter: z.ZodType<ExporterSettings, ExporterOptions | undefined>;
} = {
  portabilityRules: portabilityRules.prefault([]).describe('the data that people can export'),
  exporter: exporter.prefault({}).describe('how exports are made and what they look like'),
};

/** The option `dataMap.record`. */
import { z } from 'zod';
import type { LocalText } from '../../export/index.ts';
import { listOf, statedText } from '../../../platform/options/kinds.ts';
import { options } from '../../../platform/options/options.ts';
import { shown } from '../../../platform/options/words.ts';
import type { ProcessingRecordOptions, RecordParty, RecordTransfer } from './declaration.ts';

const someOf = (what: string): z.ZodType<readonly LocalText[], readonly LocalText[]> =>
  listOf(statedText, `must be a list of ${what}, each as text or by locale`).refine(
    ({ length }) => length > 0,
    `must name at least one of the ${what}; leave it out if they are not known yet`,
  );

const party = options<RecordParty>()({
  name: statedText.describe('name of the person or organisation'),
  contact: statedText.describe('postal address, email address or telephone number'),
});

const partyOrNone = z.union([z.literal(false), party], {
  error: ({ input }) => `must be { name, contact }, or false if there is none, not ${shown(input)}`,
});

const transfer = options<RecordTransfer>()({
  country: statedText.describe('the country, or the international organisation'),
  recipient: statedText.describe('who receives the data there'),
  safeguards: statedText.describe('what protects the data there (Art. 45, 46, 49)'),
});

const record = options<ProcessingRecordOptions>()({
  controller: party
    .optional()
    .describe('the controller (a); default: `controller` and `contact` of `exporter.information`'),
  jointControllers: listOf(party, 'must be a list of { name, contact }')
    .optional()
    .describe('joint controllers (a; Art. 26); default: none'),
  representative: partyOrNone.optional().describe('representative in the Union (a); `false`: none needed (Art. 27)'),
  dataProtectionOfficer: partyOrNone
    .optional()
    .describe('data protection officer (a); `false`: none has to be designated (Art. 37)'),
  people: someOf('categories of people').optional().describe('categories of people (c) for rules that state none'),
  recipients: someOf('categories of recipients')
    .optional()
    .describe('categories of recipients (d) for rules that state none'),
  transfers: listOf(transfer, 'must be a list of { country, recipient, safeguards }; an empty one if there are none')
    .optional()
    .describe('transfers to third countries (e); `[]`: none'),
  security: someOf('security measures').optional().describe('security measures, in general (g; Art. 32(1))'),
});

/** The declared record; undefined if the host keeps it elsewhere. */
export type DeclaredRecord = ProcessingRecordOptions | undefined;

export const recordOption: z.ZodType<DeclaredRecord, ProcessingRecordOptions | false | undefined> = z
  .union([z.literal(false), record], {
    error: ({ input }) => `must be an object, or false if the record is kept elsewhere, not ${shown(input)}`,
  })
  .prefault({})
  .transform((given) => (given === false ? undefined : given));

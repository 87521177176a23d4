/** The options of the ledger. */
import { z } from 'zod';
import { made, numberWithin, wholeNumber, listOf, textWithout } from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import { shown } from '../../platform/options/words.ts';
import { earlierKey, type EarlierLedgerKey, type LedgerKey, type SecretLedgerKey, secretKey } from './seal/keys.ts';
import { isKeyName } from './log/index.ts';
import type { LedgerSettings } from './settings.ts';
import { markOption, witnessList } from './witnesses/options.ts';

/** The most events that fit the parameters of one statement on every database: three parameters per event. */
const LARGEST_BATCH = 5000;

const key: z.ZodType<LedgerKey, LedgerKey> = z.union(
  [z.string(), z.custom<Exclude<LedgerKey, string>>((value) => typeof value === 'object' && value !== null)],
  'must be a key in PEM or JWK form, or a KeyObject',
);

/** The settings of a ledger, with parsed keys. */
export type ReadLedgerSettings = Required<Omit<LedgerSettings, 'earlierKeys' | 'origin' | 'quorum' | 'mark'>> & {
  readonly earlierKeys: readonly EarlierLedgerKey[];
} & Pick<LedgerSettings, 'origin' | 'quorum' | 'mark'>;

const ledger = options<LedgerSettings>()({
  origin: textWithout((text) => (isKeyName(text) ? null : `${shown(text)} has a space, a plus or a control character`))
    .optional()
    .describe('name of the log, as in `shop.example/ledger`; it cannot be changed later'),
  earlierKeys: listOf(made(key, earlierKey))
    .prefault([])
    .describe('earlier signing keys; if one is private, the change of keys is signed with both'),
  sealEverySeconds: numberWithin(0.01, 86_400).default(10).describe('seconds between two runs of the sealer'),
  leaseSeconds: numberWithin(0.1, 3600)
    .default(15)
    .describe('seconds for which other processes wait if a process died while sealing'),
  batchSize: wholeNumber(1, LARGEST_BATCH, 'events')
    .default(500)
    .describe('maximum number of events that one checkpoint adds'),
  flagForeign: z
    .boolean()
    .default(true)
    .describe('whether an event that was not appended by a host with the current key is reported when it is sealed'),
  unsealedMinutes: numberWithin(0.1, 100_000)
    .default(10)
    .describe('minutes after which an event that is not sealed yet is reported as an error by the check'),
  witnesses: witnessList.prefault([]).describe('witnesses that cosign checkpoints: the key and the address of each'),
  quorum: wholeNumber(1, 16, 'witnesses')
    .optional()
    .describe('number of witnesses that is enough; default: more than half of them'),
  cosignEveryMinutes: numberWithin(0.1, 100_000).default(60).describe('minutes between two requests to the witnesses'),
  uncosignedHours: numberWithin(0.1, 100_000)
    .default(24)
    .describe('hours without a cosignature after which the check warns about a witness'),
  mark: markOption
    .optional()
    .describe(
      'file or storage outside of the database that stores the newest checkpoint, so that a restored backup is detected',
    ),
  onRestore: z
    .enum(['report', 'refuse'])
    .default('report')
    .describe('whether an engine whose ledger was restored from a backup refuses requests (503)'),
});

export const proofOptions: {
  readonly ledgerKey: z.ZodType<SecretLedgerKey | undefined, LedgerKey | undefined>;
  readonly ledger: z.ZodType<ReadLedgerSettings, LedgerSettings | undefined>;
} = {
  ledgerKey: made(key, secretKey)
    .optional()
    .describe(
      'private Ed25519 key that signs the ledger: PEM, JWK or `KeyObject`; default: a key is generated and stored in the database',
    ),
  ledger: ledger.prefault({}).describe('how the ledger is sealed'),
};

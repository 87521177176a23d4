/** The options of the ledger. */
import { z } from 'zod';
import { made, numberWithin, wholeNumber, listOf } from '../../platform/options/kinds.ts';
import { options } from '../../platform/options/options.ts';
import { type LedgerKey, type PublicLedgerKey, publicKey, type SecretLedgerKey, secretKey } from './keys.ts';
import type { LedgerSettings } from './settings.ts';

/** The most a statement has parameters for on every database: three per event. */
const LARGEST_BATCH = 5000;

const key: z.ZodType<LedgerKey, LedgerKey> = z.union(
  [z.string(), z.custom<Exclude<LedgerKey, string>>((value) => typeof value === 'object' && value !== null)],
  'must be a key in PEM or JWK form, or a KeyObject',
);

/** The settings of a ledger, with its keys read. */
export type ReadLedgerSettings = Required<Omit<LedgerSettings, 'earlierKeys'>> & {
  readonly earlierKeys: readonly PublicLedgerKey[];
};

const ledger = options<LedgerSettings>()({
  earlierKeys: listOf(made(key, publicKey))
    .prefault([])
    .describe('public keys that signed before the present one, so that their heads still verify'),
  sealEverySeconds: numberWithin(0.01, 86_400).default(10).describe('seconds between two runs of the sealer'),
  leaseSeconds: numberWithin(0.1, 3600)
    .default(15)
    .describe('seconds for which a process that died while sealing keeps the others waiting'),
  batchSize: wholeNumber(1, LARGEST_BATCH, 'events').default(500).describe('most events under one head'),
  reportUnmarked: z
    .boolean()
    .default(true)
    .describe('whether an event that no host with the present key appended is reported when it is sealed'),
});

export const proofOptions: {
  readonly ledgerKey: z.ZodType<SecretLedgerKey | undefined, LedgerKey | undefined>;
  readonly ledger: z.ZodType<ReadLedgerSettings, LedgerSettings | undefined>;
} = {
  ledgerKey: made(key, secretKey)
    .optional()
    .describe('private Ed25519 key that signs the ledger: PEM, JWK or `KeyObject`; without it heads are only chained'),
  ledger: ledger.prefault({}).describe('how the ledger is sealed'),
};

/** `policy-engine ledger …`: the commands of an auditor. */
import { readFile } from 'node:fs/promises';
import {
  type CommandCall,
  type CommandDefinition,
  type CommandOptions,
  defineCommand,
  engineOption,
  onlyFile,
  tableOptions,
  UsageError,
  withEngine,
} from '../../../cli/command.ts';
import type { Database } from '../../../platform/database/port.ts';
import { systemNow } from '../../../platform/clock.ts';
import type { Naming } from '../../../platform/database/schema/names.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { Verification } from './finding.ts';
import { ledgerVkey, type TrustedKey, trustedKeys } from '../seal/keys.ts';
import type { Ledger } from '../ledger.ts';
import { type PolicyWitness, publicBytes } from '../log/index.ts';
import { storedLog } from '../seal/log-identity.ts';
import { notedCheckpoint } from './noted.ts';
import { verifyLedger } from './verify.ts';
import { FormerLogs } from '../restores/store.ts';
import { type NotedCheckpoint, verifyReceipt } from '../receipts/verify.ts';
import { trustedWitnesses } from '../witnesses/trusted.ts';

const keyOption = {
  key: {
    type: 'string',
    multiple: true,
    value: 'KEY',
    about: 'key that signed the ledger: a verifier key (vkey), or a file of such lines or with one in PEM',
  },
  checkpoint: {
    type: 'string',
    value: 'FILE',
    about: 'a checkpoint saved elsewhere, alone or in a mail or receipt, that must belong to this ledger',
  },
  json: { type: 'boolean', about: 'print the result as JSON' },
} as const satisfies CommandOptions;

const witnessOption = {
  witness: {
    type: 'string',
    multiple: true,
    value: 'KEY',
    about: 'key of a witness (vkey), or a file of such lines or with a policy (C2SP tlog-policy)',
  },
} as const satisfies CommandOptions;

const EXIT_CODES = 'Exits with 0 if nothing was found, 1 if something was found, 2 if the check failed.';

/** Keys as text: from arguments, or from files. */
async function keyTexts(given: readonly string[]): Promise<string[]> {
  const isKey = (text: string) => /^[^+\s]+\+[0-9a-f]{8}\+/.test(text);
  return Promise.all(given.map(async (one) => (isKey(one) ? one : readFile(one, 'utf8'))));
}

/** Keys of witnesses, or a policy, as one text; empty if none are given. */
async function witnessText(given: readonly string[]): Promise<string[]> {
  const texts = await keyTexts(given);
  return texts.length === 0 ? [] : [texts.join('\n')];
}

async function notedIn(file: string | undefined): Promise<string | null> {
  return file === undefined ? null : notedCheckpoint(await readFile(file, 'utf8'), file);
}

export const ledgerVerifyCommand: CommandDefinition = defineCommand({
  name: 'ledger verify',
  usage: '--database URL [options]',
  summary: 'find what was changed in the ledger since it was sealed',
  details: `Prints a line for each entry that was changed, removed, added or reordered.
Repeat --key for each earlier key. With --witness, the cosignatures of these witnesses are checked, too. ${EXIT_CODES}`,
  options: { ...tableOptions, ...keyOption, ...witnessOption },
  failureCode: 2,
  example: 'npx --offline policy-engine ledger verify --database app.db --key ledger.vkey --checkpoint noted.txt',
  run: async (call) => {
    const { key = [], checkpoint, witness = [] } = call.values;
    const keys = (await keyTexts(key)).flatMap(trustedKeys);
    const noted = await notedIn(checkpoint);
    const witnesses = (await witnessText(witness)).flatMap((text) => trustedWitnesses(text).witnesses);
    return call.withDatabase((database) => {
      const naming = call.naming(database.dialect);
      return verifyCommand(database, naming, { ...call, keys, noted, witnesses, isJson: call.values.json === true });
    }, true);
  },
});

export const verifyReceiptCommand: CommandDefinition = defineCommand({
  name: 'ledger verify-receipt',
  usage: 'FILE --key KEY | FILE --engine FILE [options]',
  summary: 'check a receipt (JSON) without a database',
  details: `With --engine, the keys are read from your own engine and its database.
With --checkpoint the receipt has to be of the ledger of a checkpoint that you noted, at any time; where the two
are of different sizes, --consistency takes what /ledger/consistency.json answers for them. With --witness, its checkpoint
has to be cosigned by one of these witnesses, or as the policy says. ${EXIT_CODES}`,
  options: {
    ...keyOption,
    ...engineOption,
    ...witnessOption,
    consistency: { type: 'string', value: 'FILE', about: 'proof that one of the two checkpoints continues the other' },
  },
  takesWords: true,
  failureCode: 2,
  example: 'npx --offline policy-engine ledger verify-receipt receipt.json --key ledger.vkey',
  async run({ values, words, print }) {
    const file = onlyFile(words, 'ledger verify-receipt FILE --key KEY');
    const { json = false } = values;
    const keys = await receiptKeys(values.key ?? [], values.engine);
    const noted = await notedFor(values.checkpoint, values.consistency);
    const [witnesses] = await witnessText(values.witness ?? []);
    const text = await readFile(file, 'utf8');
    const outcome = verifyReceipt(text, keys.length === 1 ? keys[0]! : keys.join('\n'), noted, witnesses);
    const { valid, problems, checkpoint, cosignatures } = outcome;
    if (json) print(JSON.stringify(outcome));
    else if (valid) {
      print(`The receipt is valid, under checkpoint ${checkpoint?.size} of ${checkpoint?.origin}.`);
      for (const { name, at } of cosignatures) print(`Cosigned by ${name} at ${at}.`);
    } else for (const problem of problems) print(problem);
    return valid ? 0 : 1;
  },
});

/** The keys that must have signed a receipt: the given ones, or those of the host's own engine. */
async function receiptKeys(given: readonly string[], engine: string | undefined): Promise<readonly string[]> {
  if (given.length > 0 && engine !== undefined) throw new UsageError('give --key or --engine, not both');
  if (engine !== undefined) return engineVkeys(engine);
  if (given.length > 0) return keyTexts(given);
  throw new UsageError('give the key of the ledger with --key, or the module of your engine with --engine');
}

async function notedFor(
  file: string | undefined,
  consistency: string | undefined,
): Promise<NotedCheckpoint | undefined> {
  const checkpoint = await notedIn(file);
  if (checkpoint === null) return undefined;
  if (consistency === undefined) return { checkpoint };
  const { proof } = JSON.parse(await readFile(consistency, 'utf8')) as { proof?: unknown };
  const isProof = Array.isArray(proof) && proof.every((hash) => typeof hash === 'string');
  if (isProof) return { checkpoint, consistency: proof };
  throw new PolicyEngineError('configuration_invalid', `${consistency} contains no proof`);
}

/** What commands need from an engine. */
export interface LedgerEngine {
  fetch(request: Request): Promise<Response>;
  stop(): Promise<void>;
  readonly ledger: Pick<Ledger, 'vkeys' | 'seal' | 'cosign' | 'restore'>;
  readonly database: Pick<Database, 'close'>;
}

export const ledgerKeyCommand: CommandDefinition = defineCommand({
  name: 'ledger key',
  usage: '--engine FILE | --database URL [options]',
  summary: 'print the keys of the ledger as lines of text (vkey)',
  details: `Publish them, or give them to an auditor. With --database, a key that is not stored there is read from --key:
a PEM file is converted to the line of text for this ledger.`,
  options: { ...engineOption, ...tableOptions, key: { ...keyOption.key, about: 'public or private key in PEM' } },
  failureCode: 2,
  example: 'npx --offline policy-engine ledger key --engine engine.js',
  async run({ values: { engine: file, key = [] }, withDatabase, naming, print }) {
    const lines =
      file === undefined
        ? await withDatabase((database) => storedVkeys(database, naming(database.dialect), key), true)
        : await engineVkeys(file);
    for (const line of lines) print(line);
    return 0;
  },
});

function engineVkeys(file: string): Promise<readonly string[]> {
  return withEngine<LedgerEngine, readonly string[]>(file, 'fetch', ({ ledger }) => ledger.vkeys());
}

async function storedVkeys(database: Database, naming: Naming, files: readonly string[]): Promise<string[]> {
  const { origin, key } = await storedLog(database, naming);
  if (origin === null)
    throw new PolicyEngineError('configuration_invalid', 'nothing has been sealed in this database yet');
  const given = await keyTexts(files);
  const former = await new FormerLogs(database, naming).all();
  const keys = [...given, ...(key === null ? [] : [key.secret])];
  const names = [origin, ...former.map((one) => one.origin)];
  const known = names.flatMap((name) => keys.map((one) => ledgerVkey(name, one)));
  if (known.length > 0) return known;
  throw new PolicyEngineError(
    'configuration_invalid',
    `the key of ${origin} is not in the database: pass it with --key`,
  );
}

/** What a verification needs besides the database. */
interface Verifying extends Pick<CommandCall, 'print'> {
  readonly keys: readonly TrustedKey[];
  readonly noted: string | null;
  readonly witnesses: readonly PolicyWitness[];
  readonly isJson: boolean;
}

/**
 * Verifies the ledger of a database: a line per finding, then a summary.
 *
 * @returns the exit code: 0 if nothing was found, else 1
 */
async function verifyCommand(
  database: Database,
  naming: Naming,
  { keys: given, noted, witnesses, print, isJson }: Verifying,
): Promise<number> {
  const { origin, key } = await storedLog(database, naming);
  const keys = [...given, ...(key === null ? [] : [{ publicKey: publicBytes(key.key), origin: null, isStored: true }])];
  const report = ({ code, message }: { code: string; message: string }) => isJson || print(`${code}: ${message}`);
  const outcome = await verifyLedger({ database, naming, origin, keys, noted, witnesses, report, now: systemNow });
  if (isJson) print(JSON.stringify(outcome));
  else for (const line of summary(outcome)) print(line);
  return outcome.ok ? 0 : 1;
}

const UNCHECKED = {
  given: [],
  stored: [
    'Signatures were checked only with the key that is stored in the database, so anyone who can write there can sign.',
  ],
  none: ['Signatures were not checked: pass the public key with --key.'],
} as const satisfies Record<Verification['signaturesChecked'], readonly string[]>;

function summary(outcome: Verification): string[] {
  const { events, checkpoints, pending, erased, clocks, checkpoint, cosignatures, signaturesChecked, ok, found } =
    outcome;
  return [
    `${events} events under ${checkpoints} checkpoints, ${pending} pending; ${erased} with their identity erased`,
    ...(checkpoint === null ? [] : ['The newest checkpoint:', '', checkpoint.note]),
    ...(clocks === null
      ? []
      : [`The clock of a host was up to ${clocks.largestSeconds} s from the database’s, in ${clocks.events} events.`]),
    ...UNCHECKED[signaturesChecked],
    ...(cosignatures === null ? [] : [`${cosignatures} cosignatures of these witnesses verify.`]),
    ok ? 'Nothing was changed since it was sealed.' : `${found} findings.`,
  ];
}

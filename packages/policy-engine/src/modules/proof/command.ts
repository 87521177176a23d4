/** `policy-engine ledger …`: what an auditor runs. */
import { readFile } from 'node:fs/promises';
import {
  type CommandDefinition,
  type CommandOptions,
  defineCommand,
  onlyFile,
  tableOptions,
  UsageError,
} from '../../cli/command.ts';
import type { Naming } from '../../platform/database/names.ts';
import type { Database } from '../../platform/database/port.ts';
import { PolicyEngineError } from '../../errors.ts';
import { publicKey } from './keys.ts';
import { verifyLedger } from './verify.ts';
import { verifyReceipt } from './verify-receipt.ts';

const HASH = /\b[0-9a-f]{64}\b/;

/** Writes a line to the standard output. */
type Print = (line: string) => void;

const keyOption = {
  key: { type: 'string', multiple: true, value: 'FILE', about: 'public key that signed the ledger (PEM)' },
} as const satisfies CommandOptions;

/**
 * The hash of a head that was noted: given itself, or in a file, alone or as `hash` or `head_hash` of JSON such as a
 * receipt.
 *
 * @throws {PolicyEngineError} `configuration_invalid` for a file without one
 */
export async function notedHead(given: string): Promise<string> {
  if (/^[0-9a-f]{64}$/.test(given)) return given;
  const text = await readFile(given, 'utf8');
  const found = text.trimStart().startsWith('{') ? hashInJson(text) : HASH.exec(text)?.[0];
  if (found !== undefined) return found;
  throw new PolicyEngineError('configuration_invalid', `${given} holds no hash of a head (64 hexadecimal digits)`);
}

function hashInJson(text: string): string | undefined {
  const { hash, head_hash: ofReceipt } = JSON.parse(text) as { hash?: unknown; head_hash?: unknown };
  const found = ofReceipt ?? hash;
  return typeof found === 'string' && HASH.test(found) ? found : undefined;
}

async function keysIn(files: readonly string[]) {
  return Promise.all(files.map(async (file) => publicKey(await readFile(file, 'utf8'))));
}

export const ledgerVerifyCommand: CommandDefinition = defineCommand({
  name: 'ledger verify',
  usage: '--database URL [options]',
  summary: 'find what was changed in the ledger since it was sealed',
  details: `Changed, removed, added or reordered: a line for each finding, and exit code 1 if there is one.
Give --key again for each earlier key.`,
  options: {
    ...tableOptions,
    ...keyOption,
    head: {
      type: 'string',
      value: 'FILE|HASH',
      about: 'a head noted elsewhere that has to be in the ledger, so that a rewritten one shows',
    },
  },
  example: 'npx policy-engine ledger verify --database app.db --key public.pem --head noted.json',
  run: ({ values: { key: keys = [], head }, withDatabase, naming, print }) =>
    withDatabase((database) => verifyCommand(database, naming(database.dialect), { keys, head, print }), true),
});

export const verifyReceiptCommand: CommandDefinition = defineCommand({
  name: 'ledger verify-receipt',
  usage: 'FILE --key PUBLIC.pem',
  summary: 'check a receipt (JSON) without any database',
  details: 'Exits with 1 if the receipt does not hold.',
  options: keyOption,
  takesFiles: true,
  example: 'npx policy-engine ledger verify-receipt receipt.json --key public.pem',
  async run({ values, words, print }) {
    const file = onlyFile(words, 'ledger verify-receipt FILE --key PUBLIC.pem');
    const { key: [key, ...more] = [] } = values;
    if (key === undefined || more.length > 0) throw new UsageError('give the public key with --key');
    const text = await readFile(file, 'utf8');
    const { valid, problems, headHash } = verifyReceipt(parsed(text), await readFile(key, 'utf8'));
    for (const problem of problems) print(problem);
    if (valid) print(`The receipt holds, under head ${headHash}.`);
    return valid ? 0 : 1;
  },
});

/**
 * Verifies the ledger of a database: a line per finding, then a summary.
 *
 * @returns the exit code: 0 if nothing was found, else 1
 */
async function verifyCommand(
  database: Database,
  naming: Naming,
  { keys, head, print }: { keys: readonly string[]; head: string | undefined; print: Print },
): Promise<number> {
  const noted = head === undefined ? null : await notedHead(head);
  const report = ({ code, message }: { code: string; message: string }) => print(`${code}: ${message}`);
  const outcome = await verifyLedger({ database, naming, keys: await keysIn(keys), noted, report });
  print(
    `${outcome.events} events under ${outcome.heads} heads, ${outcome.pending} pending; ` +
      `${outcome.erased} with their identity erased; newest head ${outcome.head ?? 'none'}`,
  );
  if (!outcome.signaturesChecked) print('Signatures were not checked: give the public key with --key.');
  print(outcome.ok ? 'Nothing was changed since it was sealed.' : `${outcome.found} findings.`);
  return outcome.ok ? 0 : 1;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

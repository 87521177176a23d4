/** `policy-engine witness`: cosigns checkpoints of other hosts' ledgers. */
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { type CommandDefinition, type CommandOptions, defineCommand, UsageError } from '../../../cli/command.ts';
import { PolicyEngineError, reasonOf } from '../../../errors/errors.ts';
import { systemNow } from '../../../platform/clock.ts';
import { connectDatabase } from '../../../platform/database/connection/connect.ts';
import { formatVkey, LogFormatError, parseVkey, SIGNATURE_TYPE, type VerifierKey } from '../log/index.ts';
import { newWitnessKey, parseWitnessKey, type WitnessKey } from './key.ts';
import { serveWitness } from './server.ts';
import { prepareWitness } from './store.ts';
import { Witness } from './witness.ts';

const keyOption = {
  // Repeatable as in other commands, although a witness has one.
  key: { type: 'string', multiple: true, value: 'FILE', about: 'file with the secret key of the witness' },
} as const satisfies CommandOptions;

const ADDRESS = '127.0.0.1:8791';

export const witnessKeyCommand: CommandDefinition = defineCommand({
  name: 'witness key',
  usage: '--key FILE [--name NAME]',
  summary: 'create the key of a witness, and print its public line (vkey)',
  details: `With --name, a new key is written to the file, which only you can read. Without it, the line of the key that is
there is printed. Give that line to those whose ledger you witness; keep the file to yourself.`,
  options: {
    ...keyOption,
    name: { type: 'string', value: 'NAME', about: 'name of the witness: a URL without a scheme' },
  },
  example: 'npx --offline policy-engine witness key --key witness.key --name officer.example/witness',
  async run({ values: { key: files = [], name }, print }) {
    const file = onlyKeyFile(files);
    if (name === undefined) return print(formatVkey((await keyIn(file)).key));
    const { line, key } = asUsage(() => newWitnessKey(name));
    try {
      await writeFile(file, line, { flag: 'wx', mode: 0o600, flush: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      throw new UsageError(`${file} already exists; omit --name to print its public line`);
    }
    print(formatVkey(key.key));
  },
});

export const witnessCommand: CommandDefinition = defineCommand({
  name: 'witness',
  usage: '--key FILE --log VKEY [options]',
  summary: 'cosign the checkpoints of other ledgers (C2SP tlog-witness)',
  details: `Signs only checkpoints that continue what it signed before, and refuses a ledger that was truncated or rewritten. It gets numbers and
hashes, never an event. Run it behind a TLS proxy, and never store its state together with the ledger's database.`,
  options: {
    ...keyOption,
    log: {
      type: 'string',
      multiple: true,
      value: 'VKEY',
      about: 'key of a ledger, or a file of such lines; repeatable',
    },
    listen: { type: 'string', value: 'HOST:PORT', about: `address to listen at (default: ${ADDRESS})` },
    state: { type: 'string', value: 'FILE', about: 'where it keeps what it signed: SQLite (default: witness.db)' },
  },
  example: 'npx --offline policy-engine witness --key witness.key --log ledger.vkey',
  async run({ values: { key: files = [], log = [], listen = ADDRESS, state = 'witness.db' }, print }) {
    const address = addressOf(listen);
    const key = await keyIn(onlyKeyFile(files));
    if (log.length === 0) throw new UsageError('specify the key of the ledger with --log');
    const logs = (await Promise.all(log.map(logKeys))).flat();
    const database = await connectDatabase(state);
    try {
      const naming = await prepareWitness(database, systemNow);
      const witness = new Witness({ database, naming, key, logs, now: systemNow });
      const server = await serveWitness({ witness, key, ...address, say: print });
      print(`Witness ${formatVkey(key.key)}`);
      for (const { name, id } of logs) print(`of ${name} (${id})`);
      print(`listens at ${server.url}. Stop it with SIGTERM or Ctrl+C.`);
      await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')]);
      await server.close();
    } finally {
      await database.close();
    }
  },
});

function onlyKeyFile([file, ...others]: readonly string[]): string {
  if (file !== undefined && others.length === 0) return file;
  throw new UsageError('specify one file with the key of the witness with --key');
}

async function keyIn(file: string): Promise<WitnessKey> {
  const text = await readFile(file, 'utf8');
  return asUsage(() => parseWitnessKey(text));
}

/** Keys of logs: one key, or a file with a line each. */
async function logKeys(given: string): Promise<VerifierKey[]> {
  const text = /^[^+\s]+\+[0-9a-f]{8}\+/.test(given) ? given : await readFile(given, 'utf8');
  const lines = text.split('\n').map((line) => line.trim());
  const keys = lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => asUsage(() => parseVkey(line)));
  if (keys.length === 0) throw new UsageError(`${given} contains no key of a ledger`);
  const other = keys.find(({ type }) => type !== SIGNATURE_TYPE.ed25519);
  if (other === undefined) return keys;
  throw new UsageError(
    `${other.name} is the key of a witness; --log takes that of a ledger (policy-engine ledger key)`,
  );
}

function addressOf(listen: string): { host: string; port: number } {
  const [, six, four, port] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(listen) ?? [];
  const host = six ?? four;
  if (host !== undefined && Number(port) <= 65_535) return { host, port: Number(port) };
  throw new UsageError(`--listen takes HOST:PORT, as in ${ADDRESS}, not "${listen}"`);
}

/** Reports an invalid key in one line. */
function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof LogFormatError) throw new PolicyEngineError('configuration_invalid', reasonOf(error));
    throw error;
  }
}

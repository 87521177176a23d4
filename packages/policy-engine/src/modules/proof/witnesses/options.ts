/** The options of witnesses, and of detecting restored backups. */
import { z } from 'zod';
import { listOf, made, objectWith } from '../../../platform/options/kinds.ts';
import { options } from '../../../platform/options/options.ts';
import type { Relation } from '../../../platform/options/read.ts';
import { shown } from '../../../platform/options/words.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';
import { definePolicy, parseVkey, type Policy, SIGNATURE_TYPE } from '../log/index.ts';
import type { LedgerWitness } from './settings.ts';

/** More would make notes long, and every round asks each of them. */
const MOST_WITNESSES = 16;

const text: z.ZodType<string, string> = z.string();

const vkey = made(text, (line) => {
  const key = parseVkey(line);
  if (key.type === SIGNATURE_TYPE.cosignature) return line;
  throw new Error('this is the key of a ledger; that of a witness has the type 0x04 (policy-engine witness key)');
});

const url = made(text, (address) => {
  if (!URL.canParse(address)) throw new Error(`${shown(address)} is not a URL`);
  const { protocol, hostname, username, password, search, hash, href } = new URL(address);
  if (username !== '' || password !== '' || search !== '' || hash !== '') {
    throw new Error('must be without a name, a password, a query and a fragment');
  }
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback(hostname))) {
    throw new Error(
      'must begin with https://; plain http is allowed only for this machine (127.0.0.1, [::1], localhost)',
    );
  }
  return href.replace(/\/+$/, '');
});

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

const witness = options<LedgerWitness>()({
  vkey: vkey.describe('its public key, a line of text that the witness publishes'),
  url: url.describe('where it answers, with https; plain http only on this machine'),
});

export const witnessList: z.ZodType<readonly LedgerWitness[], readonly LedgerWitness[]> = made(
  listOf(witness),
  (list) => {
    if (list.length > MOST_WITNESSES) throw new Error(`must be ${MOST_WITNESSES} witnesses at most`);
    // Two entries with one key are one witness.
    policyOf(list, undefined);
    return list;
  },
);

export const markOption: z.ZodType<string | AttachmentStorage, string | AttachmentStorage> = z.union(
  [
    z.string().min(1),
    objectWith<AttachmentStorage>(['put', 'get', 'size'], 'must have the functions put, get and size'),
  ],
  'must be the path of a file, or a storage such as flystorageAttachments(…)',
);

/** The default quorum is more than half of the witnesses, unless the host sets another number. */
export function quorumOf(witnesses: number, quorum: number | undefined): number {
  return quorum ?? Math.floor(witnesses / 2) + 1;
}

/** The policy that the options describe. @throws {LogFormatError} for two witnesses with the same key or name */
export function policyOf(witnesses: readonly LedgerWitness[], quorum: number | undefined): Policy {
  const named = witnesses.map((one) => ({ ...one, name: parseVkey(one.vkey).name }));
  if (named.length === 0) return definePolicy({ quorum: 'none' });
  const members = named.map(({ name }) => name);
  const group = { name: 'quorum', threshold: quorumOf(named.length, quorum), members };
  return definePolicy({ witnesses: named, groups: [group], quorum: 'quorum' });
}

/** A quorum larger than the number of witnesses would never be reached. */
export const quorumCanBeReached: Relation = ({ ledger }, report) => {
  if (typeof ledger !== 'object' || ledger === null) return;
  const { witnesses = [], quorum } = ledger as { witnesses?: unknown; quorum?: unknown };
  if (typeof quorum !== 'number' || !Array.isArray(witnesses) || quorum <= witnesses.length) return;
  report('ledger.quorum', `is ${quorum}, but there are ${witnesses.length} witnesses in ledger.witnesses`);
};

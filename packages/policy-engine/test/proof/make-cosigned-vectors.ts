/** Receipts with cosignatures, for the vectors. */
import type { Database, PolicyEngine } from 'policy-engine';
import { resolveNaming } from '../../dist/platform/database/schema/names.js';
import { engineTables } from '../../dist/schema.js';
import { parseNote, signText } from '../../dist/modules/proof/log/note.js';
import { formatVkey } from '../../dist/modules/proof/log/vkey.js';
import { cosigner } from '../../dist/modules/proof/log/node.js';
import { WitnessStore } from '../../dist/modules/proof/witnesses/store.js';
import { secretOf } from './log/support.ts';
import { decide } from './support.ts';

/** Times of the cosignatures, in seconds. */
const TIME = 1_795_341_600;

interface CosignedVectors {
  readonly witnesses: readonly string[];
  readonly cosigned: readonly string[];
  readonly refused_cosigned: readonly { readonly what: string; readonly receipt: string }[];
}

export async function cosignedVectors(database: Database, engine: PolicyEngine): Promise<CosignedVectors> {
  await decide(engine, 'zoe', 'age');
  await engine.ledger.seal();
  const { size, note } = (await engine.ledger.checkpoint())!;
  const { text } = parseNote(note);
  const cosigners = [
    cosigner('officer.example/witness', secretOf(5), TIME),
    cosigner('sister.example/witness', secretOf(6), TIME + 60),
  ];
  const store = new WitnessStore(database, resolveNaming(database.dialect, engineTables));
  await store.addSignatures(
    size,
    text,
    cosigners.map((one) => signText(text, one)),
    () => true,
  );
  // Sealed later, so that the smallest checkpoint and the newest differ.
  await decide(engine, 'yves', 'age');
  await engine.ledger.seal();
  const [event] = await engine.ledger.eventsAbout({ userId: 'zoe', visitorId: null });
  const receipt = (await engine.ledger.receipt(event!.leaf.id))!;
  const proof = receipt.proof!;
  const [officer = '', sister = ''] = proof.split('\n').filter((line) => / (?:officer|sister)\.example/.test(line));
  const other = signText(text, cosigner('officer.example/witness', secretOf(7), TIME));
  const forged = Buffer.concat([Buffer.from(other.id, 'hex'), other.signature]).toString('base64');
  const known = Buffer.from(officer.split(' ')[2] ?? '', 'base64').subarray(0, 4);
  const wrong = Buffer.concat([known, other.signature]).toString('base64');
  const changed = (what: string, change: object) => ({ what, receipt: JSON.stringify({ ...receipt, ...change }) });
  return {
    witnesses: cosigners.map(({ key }) => formatVkey(key)),
    cosigned: [JSON.stringify(receipt)],
    refused_cosigned: [
      changed('said not to be cosigned', { cosigned: false }),
      changed('a cosignature is missing', { proof: proof.replace(`${sister}\n`, '') }),
      changed('both are missing', {
        proof: proof.replace(`${officer}\n`, '').replace(`${sister}\n`, ''),
        cosigned: false,
      }),
      changed('one by another key of that name', {
        proof: proof.replace(officer, `— officer.example/witness ${forged}`),
      }),
      changed('one that does not verify', { proof: proof.replace(officer, `— officer.example/witness ${wrong}`) }),
      changed('the time of one changed', { proof: proof.replace(officer, withTime(officer, TIME + 1)) }),
    ],
  };
}

function withTime(line: string, seconds: number): string {
  const [dash = '', name = '', encoded = ''] = line.split(' ');
  const bytes = Buffer.from(encoded, 'base64');
  bytes.writeBigUInt64BE(BigInt(seconds), 4);
  return [dash, name, bytes.toString('base64')].join(' ');
}

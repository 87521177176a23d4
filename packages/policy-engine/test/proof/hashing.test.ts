/** The hashing against published results, and the small functions below it. */
import assert from 'node:assert/strict';
import { createHash, createHmac, createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { describe, test } from 'node:test';
import type { Receipt } from 'policy-engine/ledger';
import { createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';
import { ledgerVkey, verifyReceipt } from 'policy-engine/ledger';
import { canonical } from '../../dist/modules/proof/ledger/canonical.js';
import { ask, decide, engineOn, eventsIn, newKeys, publish, RULES } from './support.ts';

const sha256 = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest('hex');
const hex = (text: string) => Buffer.from(text, 'hex');

/** RFC 6962 §2.1 literally, to compare the streaming implementation with. */
function mth(leaves: readonly string[]): string {
  if (leaves.length === 1) return leaves[0]!;
  let k = 1;
  while (k * 2 < leaves.length) k *= 2;
  return sha256(hex('01'), hex(mth(leaves.slice(0, k))), hex(mth(leaves.slice(k))));
}

describe('a ledger verifies without our own code:', () => {
  test('leaf, commitments, proof, root, checkpoint, signature', async () => {
    const keys = newKeys();
    const engine = engineOn(nodeSqliteDatabase(':memory:'), { ledgerKey: keys.secret });
    await engine.migrate();
    for (const rule of RULES) await publish(engine, rule);
    const users = Array.from({ length: 4 }, (_, index) => `user-${index}`);
    for (const user of users) await decide(engine, user, 'age');
    await engine.ledger.seal();
    const response = await ask(engine, '/user_terms/age/receipt.json', { user: 'user-0' });
    const receipt = (await response.json()) as Receipt;

    const canonical = (record: object) =>
      Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))));
    const leafHash = sha256(hex('00'), canonical(receipt.event));
    const { salt, ...subject } = receipt.openings!.subject;
    assert.equal(
      createHmac('sha256', hex(salt)).update(canonical(subject)).digest('hex'),
      receipt.event.subject_commitment,
    );
    const leaves = (await eventsIn(engine.database)).toSorted((a, b) => a.sealed! - b.sealed!).map(({ leaf }) => leaf);
    // Before it are three texts, and two entries of the audit log for each.
    assert.equal(leaves[9], leafHash);
    // By the index, a neighbour is on the left or on the right (RFC 9162 §2.1.3.2); 13 leaves, 4 levels.
    const [before = '', note = ''] = receipt.proof!.split(/\n\n(?=[^\n]*\n\d+\n)/);
    const [version, index, ...path] = before.split('\n');
    assert.deepEqual([version, index, path.length], ['c2sp.org/tlog-proof@v1', 'index 9', 4]);
    const base64 = (text: string) => Buffer.from(text, 'base64');
    const [first, second, third, fourth] = path.map((hash) => base64(hash).toString('hex'));
    const node = (left: string, right: string) => sha256(hex('01'), hex(left), hex(right));
    const root = node(fourth!, node(node(node(first!, leafHash), second!), third!));
    assert.equal(root, mth(leaves));
    const [text = '', signature = ''] = note.split('\n\n');
    const [origin, size, signed] = text.split('\n');
    assert.deepEqual([size, base64(signed!).toString('hex')], ['13', root]);
    assert.ok(signature.startsWith(`— ${origin} `));
    const bytes = base64(signature.split(' ')[2]!).subarray(4);
    assert.ok(verify(null, Buffer.from(`${text}\n`), createPublicKey(keys.public), bytes));
    await engine.database.close();
  });
});

describe('the key of the host', () => {
  const pair = generateKeyPairSync('ed25519');
  const jwk = pair.privateKey.export({ format: 'jwk' });
  const options = {
    database: nodeSqliteDatabase(':memory:'),
    rules: [{ name: 'age' }],
    currentUser: () => null,
  };
  test('is the same as PEM, JWK or key object', () => {
    const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const ids = [pem, jwk, pair.privateKey, pair.publicKey].map((key) => ledgerVkey('shop.example', key));
    assert.equal(new Set(ids).size, 1);
    for (const ledgerKey of [pem, jwk, pair.privateKey]) {
      assert.ok(createPolicyEngine({ ...options, ledgerKey }).ledger.hasOwnKey);
    }
  });
  for (const [name, ledgerKey, message] of [
    ['a public key', pair.publicKey, /this is a public key/],
    ['a key of another algorithm', generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey, /Ed25519/],
    ['text that is not a key', 'secret', /not a key in PEM or JWK form/],
  ] as const) {
    test(`ledgerKey is refused at start without being quoted: ${name}`, () => {
      assert.throws(
        () => createPolicyEngine({ ...options, ledgerKey }),
        (error: Error) => {
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /secret/);
          return true;
        },
      );
    });
  }
  test('invalid settings are named', () => {
    for (const [ledger, message] of [
      [{ batchSize: 0 }, /ledger\.batchSize/],
      [{ batchSize: 1.5 }, /ledger\.batchSize/],
      [{ leaseSeconds: Number.NaN }, /ledger\.leaseSeconds/],
      [{ sealEverySeconds: -1 }, /ledger\.sealEverySeconds/],
      [{ unsealedMinutes: 0 }, /ledger\.unsealedMinutes/],
      [{ origin: 'shop example' }, /ledger\.origin: "shop example" has a space/],
    ] as const) {
      assert.throws(() => createPolicyEngine({ ...options, ledger }), { code: 'configuration_invalid', message });
    }
  });
});

describe('only the network of an address is stored:', () => {
  for (const [address, network] of [
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['::ffff:cb00:714d', '203.0.113.0/24'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
    ['2001:db8::6', '2001:db8::/48'],
    ['fe80::1%eth0', 'fe80::/48'],
    ['::1', '::/48'],
    ['1:2:3:4:5:6:1.2.3.4', '1:2:3::/48'],
    ['unknown', null],
  ] as const) {
    test(`of the address ${address} only the network is stored: ${network}`, async () => {
      const engine = engineOn(nodeSqliteDatabase(':memory:'));
      await engine.migrate();
      await publish(engine, 'age');
      await ask(engine, '/user_terms/age/accept.json', { method: 'PUT', user: 'anna', ip: address });
      const [event] = await eventsIn(engine.database);
      assert.equal(event!.ip, network);
      await engine.database.close();
    });
  }
});

describe('start and stop of the sealer', () => {
  test('seals in the background until it is stopped', async () => {
    const engine = engineOn(nodeSqliteDatabase(':memory:'), { ledger: { sealEverySeconds: 0.01 } });
    await engine.migrate();
    await publish(engine, 'age');
    engine.start();
    engine.start();
    await decide(engine, 'anna', 'age');
    const size = async () => (await engine.ledger.checkpoint())?.size ?? 0;
    for (let tries = 0; tries < 500 && (await size()) < 4; tries++) {
      await new Promise((resolve) => {
        setTimeout(resolve, 10);
      });
    }
    assert.equal(await size(), 4, 'the text, two entries of the log, and the decision');
    await engine.stop();
    await decide(engine, 'bob', 'age');
    await new Promise((resolve) => {
      setTimeout(resolve, 60);
    });
    assert.equal((await engine.ledger.verify()).pending, 1);
    await engine.database.close();
  });
});

test('input that is not a receipt is reported as such, without an exception', () => {
  for (const other of [undefined, null, 1, 'text', [], {}, { format: 'policy-engine/receipt/2' }]) {
    assert.deepEqual(verifyReceipt(other, null).problems, [
      'this is not a receipt, or one with members that it does not have',
    ]);
  }
});

test('records whose members are in a different order have the same text', () => {
  const members = { version: 2, at: null, rule: 'age' };
  const orders = [
    ['version', 'at', 'rule'],
    ['rule', 'version', 'at'],
    ['at', 'rule', 'version'],
    ['rule', 'at', 'version'],
  ];
  for (const order of [...orders, ...orders.toReversed()]) {
    const record = Object.fromEntries(order.map((name) => [name, members[name as keyof typeof members]]));
    assert.equal(canonical(record), '{"at":null,"rule":"age","version":2}');
  }
  assert.equal(canonical({ version: 2, rule: 'age' }), '{"rule":"age","version":2}');
});

/** Witnesses of a ledger: two honest ones, a lying one, an unavailable one; and how each is reported. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { PolicyEngine } from 'policy-engine';
import { connectDatabase } from 'policy-engine';
import { verifyReceipt } from 'policy-engine/ledger';
import { formatSignatures, parseNote, signText } from '../../dist/modules/proof/log/note.js';
import { newWitnessKey } from '../../dist/modules/proof/witness-server/key.js';
import { formatVkey } from '../../dist/modules/proof/log/vkey.js';
import { cosigner } from '../../dist/modules/proof/log/node.js';
import { namedCosignatures } from '../../dist/modules/proof/witnesses/trusted.js';
import { runCommand } from '../support/command.ts';
import { ask, decide, engineOn, newKeys, publish, textOfNote } from './support.ts';
import { answering, TestWitness } from './witness-support.ts';

const keys = newKeys();
const folder = mkdtempSync(path.join(tmpdir(), 'policy-engine-witnesses-'));
const at = (name: string) => path.join(folder, name);
const ledger = { origin: 'shop.example/ledger', batchSize: 3 };
const BEGIN = Date.UTC(2026, 10, 22, 10);
let time = BEGIN;
const now = () => new Date(time);
const HOUR = 3_600_000;

let officer: TestWitness;
let sister: TestWitness;
let engine: PolicyEngine;
/** Events before the first decision: publications, and administrators' actions. */
let base = 0;

before(async () => {
  officer = await TestWitness.start('officer.example/w1', now);
  sister = await TestWitness.start('sister.example/w2', now);
  const witnesses = [officer.option, sister.option];
  const settings = { ...ledger, witnesses, quorum: 2, uncosignedHours: 2 };
  engine = engineOn(await connectDatabase(at('host.db')), { ledgerKey: keys.secret, ledger: settings, now });
  await engine.migrate();
  await publish(engine, 'age');
  await publish(engine, 'cookie');
  await Promise.all([officer.know(engine), sister.know(engine)]);
});
after(async () => {
  await Promise.all([officer.end(), sister.end()]);
  await engine.database.close();
  rmSync(folder, { recursive: true });
});

const codes = async () => {
  const found = await engine.check();
  // The tests use their own time, far from the database's.
  const own = found.filter(({ code }) => code.startsWith('ledger_') && code !== 'ledger_clocks');
  return own.map(({ code, subject }) => `${code} ${subject}`);
};

async function decideAndSeal(...users: readonly string[]): Promise<void> {
  for (const user of users) await decide(engine, user, 'age');
  await engine.ledger.seal();
}

async function receiptOf(user: string): Promise<string> {
  return (await ask(engine, '/user_terms/age/receipt.json', { user })).text();
}

describe('witnesses', () => {
  test('have nothing to cosign before the first seal, which is not an error', async () => {
    assert.deepEqual(await engine.ledger.cosign(), []);
    assert.deepEqual(await codes(), []);
  });

  test('cosign the newest checkpoint, and its note has their signatures', async () => {
    await decideAndSeal('anna', 'bob');
    assert.deepEqual(await codes(), [
      'ledger_uncosigned officer.example/w1',
      'ledger_uncosigned sister.example/w2',
      'ledger_no_quorum 0/2',
    ]);
    const outcomes = await engine.ledger.cosign();
    const cosignedAt = now().toISOString();
    base = (await engine.ledger.checkpoint())!.size - 2;
    const fine = { size: base + 2, cosignedAt, failure: null, contradicts: false };
    assert.deepEqual(outcomes, [
      { witness: 'officer.example/w1', ...fine },
      { witness: 'sister.example/w2', ...fine },
    ]);
    const note = await (await ask(engine, '/ledger/checkpoint')).text();
    assert.deepEqual(
      namedCosignatures(parseNote(note))
        .map(({ name, at: when }) => `${name} ${when.toISOString()}`)
        .toSorted(),
      [`officer.example/w1 ${cosignedAt}`, `sister.example/w2 ${cosignedAt}`],
    );
    assert.deepEqual(await codes(), []);
  });

  test('get a proof in a later round that the ledger only grew', async () => {
    await decideAndSeal('carol', 'dave', 'erin', 'frank');
    time += HOUR;
    const outcomes = await engine.ledger.cosign();
    assert.deepEqual(
      outcomes.map(({ size, failure }) => [size, failure]),
      [
        [base + 6, null],
        [base + 6, null],
      ],
    );
  });

  test('determine the checkpoint of a receipt: the smallest cosigned one, which the receipt states', async () => {
    const receipt = await receiptOf('carol');
    const { cosigned, proof } = JSON.parse(receipt) as { cosigned: boolean; proof: string };
    assert.equal(cosigned, true);
    assert.ok(proof.includes(`\nshop.example/ledger\n${base + 6}\n`), 'that of one event less was not cosigned');
    const both = `${officer.vkey}\n${sister.vkey}`;
    const check = verifyReceipt(receipt, keys.public, undefined, both);
    assert.deepEqual([check.valid, check.problems], [true, []]);
    assert.deepEqual(check.cosignatures.map(({ name }) => name).toSorted(), [
      'officer.example/w1',
      'sister.example/w2',
    ]);
    const { body } = { body: await (await ask(engine, '/user_terms/age/receipt', { user: 'carol' })).text() };
    assert.match(body, /Witnesses independent of this site have cosigned the checkpoint/);
    assert.match(body, /officer\.example\/w1<\/code> – <time/);
  });

  test('that have cosigned nothing yet are missing in a receipt, which states that', async () => {
    await decideAndSeal('grace');
    const receipt = await receiptOf('grace');
    assert.equal((JSON.parse(receipt) as { cosigned: boolean }).cosigned, false);
    assert.equal(verifyReceipt(receipt, keys.public).valid, true);
    const { valid, problems } = verifyReceipt(receipt, keys.public, undefined, officer.vkey);
    assert.deepEqual(
      [valid, problems],
      [false, ['the checkpoint is cosigned by no known witness, which is not enough']],
    );
    const page = await (await ask(engine, '/user_terms/age/receipt', { user: 'grace' })).text();
    assert.match(page, /No witness has cosigned the checkpoint\./);
  });

  test('must have signed what a receipt states about its checkpoint', async () => {
    const [cosigned, plain] = [await receiptOf('carol'), await receiptOf('grace')];
    for (const [receipt, problem] of [
      [
        cosigned.replace('"cosigned":true', '"cosigned":false'),
        'the checkpoint has cosignatures, and the receipt says otherwise',
      ],
      [
        plain.replace('"cosigned":false', '"cosigned":true'),
        'the checkpoint has no cosignatures, and the receipt says otherwise',
      ],
    ] as const) {
      assert.deepEqual(verifyReceipt(receipt, keys.public).problems, [problem]);
    }
    const { proof, ...rest } = JSON.parse(cosigned) as { proof: string };
    const lines = proof.split('\n').filter((line) => !line.includes('officer.example'));
    const without = JSON.stringify({ ...rest, proof: lines.join('\n') });
    assert.equal(verifyReceipt(without, keys.public, undefined, `${officer.vkey}\n${sister.vkey}`).valid, true);
    const policy = `witness o ${officer.vkey}\nwitness s ${sister.vkey}\ngroup both all o s\nquorum both\n`;
    assert.deepEqual(verifyReceipt(without, keys.public, undefined, policy).problems, [
      'the checkpoint is cosigned by sister.example/w2, which is not enough',
    ]);
    // Of another checkpoint: the key is known, but the signature is for a different text.
    const [foreign] = formatSignatures([
      signText(
        textOfNote((await engine.ledger.checkpoint(base + 2))!.note),
        cosigner('officer.example/w1', officer.key.secret, 1),
      ),
    ]).split('\n');
    const forged = JSON.stringify({ ...rest, proof: proof.replace(/— officer\S* \S+/, foreign!) });
    const { valid, problems } = verifyReceipt(forged, keys.public, undefined, officer.vkey);
    assert.equal(valid, false);
    assert.match(problems.join(), /the signature of officer\.example\/w1\+[0-9a-f]{8} does not verify/);
    assert.equal(
      verifyReceipt(forged, keys.public).valid,
      true,
      'to who does not know that witness it is a line like any other',
    );
  });

  test('that are unavailable block nothing, and are reported once they are late', async () => {
    await sister.down();
    time += HOUR;
    await decideAndSeal('heidi');
    const [first, second] = await engine.ledger.cosign();
    assert.deepEqual([first?.failure, second?.contradicts], [null, false]);
    assert.match(second?.failure ?? '', /ECONNREFUSED|connect/);
    assert.equal((JSON.parse(await receiptOf('heidi')) as { cosigned: boolean }).cosigned, true, 'by one of them');
    assert.deepEqual(await codes(), []);
    time += 2 * HOUR;
    await engine.ledger.cosign();
    const [late, quorum, ...others] = await codes();
    assert.match(late ?? '', /^ledger_uncosigned sister\.example\/w2 \(.*connect.*\)$/);
    assert.deepEqual([quorum, others], ['ledger_no_quorum 1/2', []]);
    const page = await (await ask(engine, '/ledger', { user: 'admin' })).text();
    assert.ok(page.includes(`Entries in the latest state that enough witnesses have confirmed: ${base + 6}.`));
    assert.match(page, /Overdue/);
  });

  test('that are numerous enough determine which checkpoint a receipt prefers', async () => {
    await sister.up();
    await decideAndSeal('ivan');
    await engine.ledger.cosign();
    const { size } = (await engine.ledger.checkpoint())!;
    assert.match(await receiptOf('heidi'), new RegExp(String.raw`\\nshop\.example/ledger\\n${size}\\n`));
    assert.deepEqual(await codes(), []);
  });

  test('have their cosignatures verified by ledger verify, if it knows them', async () => {
    const file = at('witnesses.txt');
    writeFileSync(file, `${officer.vkey}\n${sister.vkey}\n`);
    const words = ['ledger', 'verify', '-d', at('host.db'), '--json'];
    const good = await runCommand([...words, '--witness', file]);
    const { ok, cosignatures } = JSON.parse(good.stdout) as { ok: boolean; cosignatures: number };
    assert.deepEqual([good.status, ok, cosignatures], [0, true, 7]);
    const { rows } = await engine.database.execute(
      `select note from policy_manager_ledger_checkpoints where size = ${base + 6}`,
    );
    const note = String(rows[0]?.['note']);
    const changed = note.replace(
      /(— officer\S* \S{20})(.)/,
      (_, before: string, sign: string) => before + (sign === '0' ? '1' : '0'),
    );
    assert.notEqual(changed, note);
    const set = (text: string) =>
      engine.database.execute(`update policy_manager_ledger_checkpoints set note = ? where size = ${base + 6}`, [text]);
    await set(changed);
    const { findings } = await engine.ledger.verify();
    assert.deepEqual(
      findings.map(({ code }) => code),
      ['cosignature_wrong'],
    );
    assert.equal((await runCommand([...words, '--witness', officer.vkey])).status, 1);
    assert.equal((await runCommand([...words, '--witness', sister.vkey])).status, 0, 'others are ignored');
    assert.equal((await runCommand(words)).status, 0);
    await set(note);
  });
});

describe('a lying witness', () => {
  const key = newWitnessKey('liar.example').key;
  const vkey = formatVkey(key.key);

  async function failureWith(
    answer: (body: string) => { status?: number; type?: string; body: string; location?: string },
    seconds?: number,
  ): Promise<string | null> {
    const liar = await answering((request, response) => {
      if (request.method === 'GET') return void response.writeHead(404).end();
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { status = 200, type = 'text/plain', body: text, location } = answer(body);
        response.writeHead(status, { 'content-type': type, ...(location && { location }) }).end(text);
      });
    });
    const settings = { ...ledger, witnesses: [{ vkey, url: liar.url }] };
    const other = engineOn(engine.database, { ledgerKey: keys.secret, ledger: settings, now });
    const [outcome] = await other.ledger.cosign();
    await liar.close();
    assert.ok(outcome);
    assert.equal(outcome.cosignedAt, seconds === undefined ? null : new Date(seconds * 1000).toISOString());
    return outcome.failure;
  }
  const textIn = (body: string) =>
    `${body
      .slice(body.indexOf('\n\n') + 2)
      .split('\n')
      .slice(0, 3)
      .join('\n')}\n`;
  const signed = (text: string, seconds: number) => ({
    body: formatSignatures([signText(text, cosigner('liar.example', key.secret, seconds))]),
  });

  for (const [name, answer, failure] of [
    [
      'with a signature of another text',
      (body: string) => signed(textIn(body).replace('\n', 'x\n'), 1),
      /does not verify/,
    ],
    ['with a time in the future', (body: string) => signed(textIn(body), BEGIN), /its clock is fast/],
    ['without a signature', () => ({ body: 'thanks\n' }), /does not begin with/],
    ['with more bytes than are read', () => ({ body: 'x'.repeat(100_000) }), /more than 65536 bytes/],
    ['with an error page', () => ({ status: 503, body: '<h1>Away</h1>' }), /^it answered 503: <h1>Away<\/h1>$/],
    ['with a redirect', () => ({ status: 307, body: '', location: 'http://127.0.0.1:1/' }), /redirect/],
    [
      'with a different size each time',
      (body: string) => ({
        status: 409,
        type: 'text/x.tlog.size',
        body: body.startsWith('old 3\n') ? '4\n' : '3\n',
      }),
      /one size after another/,
    ],
    ['with an invalid size', () => ({ status: 409, type: 'text/x.tlog.size', body: '-1\n' }), /not a decimal/],
  ] as const) {
    test(`of a witness that answers ${name} nothing is stored`, async () => {
      const before = await engine.ledger.checkpoint();
      assert.match((await failureWith(answer)) ?? '', failure);
      assert.deepEqual(await engine.ledger.checkpoint(), before);
    });
  }

  test('is trusted when it tells the truth', async () => {
    const seconds = BEGIN / 1000;
    assert.equal(await failureWith((body) => signed(textIn(body), seconds), seconds), null);
  });
});

describe('the witness options', () => {
  const problemsOf = (given: object): string => {
    try {
      engineOn(engine.database, { ledger: given });
      return '';
    } catch (error) {
      return (error as Error).message;
    }
  };
  const good = { vkey: formatVkey(newWitnessKey('w.example').key.key), url: 'https://w.example' };

  for (const [name, given, message] of [
    [
      'plain http to another machine',
      { witnesses: [{ ...good, url: 'http://w.example' }] },
      /^ledger\.witnesses\[0\]\.url: must begin with https/,
    ],
    ['no URL', { witnesses: [{ ...good, url: 'w.example' }] }, /witnesses\[0\]\.url: "w\.example" is not a URL/],
    ['a password', { witnesses: [{ ...good, url: 'https://a:b@w.example' }] }, /must be without a name, a password/],
    ['no key', { witnesses: [{ ...good, vkey: 'x' }] }, /witnesses\[0\]\.vkey: verifier key "x": not <name>/],
    ['one witness twice', { witnesses: [good, good] }, /^ledger\.witnesses: /],
    [
      'a quorum that cannot be reached',
      { witnesses: [good], quorum: 2 },
      /^ledger\.quorum: is 2, but there are 1 witnesses/,
    ],
    ['a mark that is a number', { mark: 7 }, /^ledger\.mark: must be the path of a file, or a storage/],
    [
      'an unknown value of onRestore',
      { onRestore: 'ignore' },
      /^ledger\.onRestore: must be "report" or "refuse", not "ignore"/,
    ],
  ] as const) {
    test(`the witness options refuse ${name}`, () => assert.match(problemsOf(given), message));
  }

  test('accept plain http on this machine', () => {
    for (const url of ['http://127.0.0.1:8791', 'http://[::1]:1/', 'http://localhost/w', 'https://w.example/a/']) {
      assert.equal(problemsOf({ witnesses: [{ ...good, url }] }), '');
    }
  });
});

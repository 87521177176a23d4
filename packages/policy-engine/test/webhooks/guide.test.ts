/** The guide: its examples run unchanged, and its list of events is what the modules declare. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after, test } from 'node:test';
import { getTestEngine } from 'policy-engine/testing';
import { keyOf, signedHeaders } from '../../dist/modules/webhooks/signature.js';

const PACKAGE = path.join(import.meta.dirname, '..', '..');
const FILE = path.join(PACKAGE, 'docs', 'webhooks.md');
const isUpdate = process.env['UPDATE_GENERATED'] === '1';
const guide = readFileSync(FILE, 'utf8');
const [engineExample = '', receiverExample = ''] = [...guide.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code);

// Inside the package, where its name resolves to itself.
const folder = mkdtempSync(path.join(PACKAGE, 'test', '.guide-webhooks-'));
after(() => rmSync(folder, { recursive: true }));

async function run<Exports>(name: string, code: string): Promise<Exports> {
  const file = path.join(folder, `${name}.ts`);
  writeFileSync(file, code);
  return (await import(file)) as Exports;
}

interface DescribedEvent {
  readonly type: string;
  readonly description: string;
  readonly data: { readonly properties: Readonly<Record<string, { readonly description?: string }>> };
}

/** A table for each event. */
async function eventTables(): Promise<string> {
  await using host = await getTestEngine();
  const { body } = await host.as('admin').json('GET', '/policies/webhook_events.json');
  const { events } = body as { readonly events: readonly DescribedEvent[] };
  return events
    .map(({ type, description, data }) => {
      const rows = Object.entries(data.properties).map(
        ([name, { description: text = '' }]) => `| \`${name}\` | ${text.replaceAll('|', String.raw`\|`)} |`,
      );
      assert.ok(
        rows.every((row) => row.length > `| \`\` |  |`.length + 5),
        type,
      );
      return [`### \`${type}\``, '', description, '', '| Member of `data` | |', '| --- | --- |', ...rows].join('\n');
    })
    .join('\n\n');
}

/** The formatter only aligns tables. */
const plain = (text: string) =>
  text
    .split('\n')
    .filter((line) => !/^[|\s:-]*$/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .join('|'),
    );

test('the list of events in the guide is that of the modules', async () => {
  const [start, end] = ['<!-- events: written by `npm run generate` -->\n', '\n<!-- /events -->'];
  const before = guide.slice(0, guide.indexOf(start) + start.length);
  const tables = await eventTables();
  if (isUpdate) writeFileSync(FILE, `${before}\n${tables}\n${guide.slice(guide.indexOf(end))}`);
  else assert.deepEqual(plain(guide.slice(before.length, guide.indexOf(end))), plain(tables), 'run `npm run generate`');
});

test('the receiver of the guide accepts signed events, and nothing else', async (context) => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  process.env['CRM_SECRET'] = secret;
  const log = context.mock.method(console, 'log', () => {});
  const { receiver } = await run<{ readonly receiver: Server }>('receiver', receiverExample);
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  // The event in the guide.
  const [, shown = ''] = /^```json\n(.*?)^```$/ms.exec(guide) ?? [];
  const event = JSON.parse(shown) as { readonly id: string };
  const body = JSON.stringify(event);
  const headers = signedHeaders([keyOf(secret)], { id: event.id, at: new Date(), body });
  const post = async (text: string) =>
    (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text })).status;
  try {
    assert.equal(await post(body), 204);
    assert.deepEqual(log.mock.calls[0]?.arguments, ['42', 'rejected']);
    assert.equal(await post(body.replace('rejected', 'accepted')), 400);
    assert.equal(log.mock.callCount(), 1);
  } finally {
    receiver.close();
    receiver.closeAllConnections();
  }
});

test('the engine of the guide starts', async () => {
  const { engine } = await run<{ readonly engine: { stop(): Promise<void> } }>('engine', engineExample);
  await engine.stop();
});

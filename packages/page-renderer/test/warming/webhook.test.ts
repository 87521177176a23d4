/** Webhooks of content management systems, signed with the library of Standard Webhooks. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Listening, Renderer } from 'page-renderer';
import { createRenderer, parseConfig } from 'page-renderer';
import { Webhook } from 'standardwebhooks';
import { Webhooks } from '../../dist/warming/webhook.js';

const NEW = `whsec_${Buffer.from('a new secret of 32 bytes, or so').toString('base64')}`;
const OLD = `whsec_${Buffer.from('the old secret, still in use!').toString('base64')}`;
const OTHER = `whsec_${Buffer.from('a secret that nobody has told').toString('base64')}`;
let renderer: Renderer;
let service: Listening;
let number = 0;

before(async () => {
  // Nothing is rendered: what is asked for here is refused before, or only removed.
  const browser = { executablePath: '/bin/false', kind: 'chromium' } as const;
  const options = {
    host: '127.0.0.1',
    port: 0,
    cache: 'memory',
    webhookSecrets: [NEW, OLD],
    logLevel: 'silent',
  } as const;
  renderer = await createRenderer(options, { browser });
  service = await renderer.listen();
});
after(() => renderer.close());

function signed(
  secret: string,
  body: string,
  at: Date = new Date(),
  id = `msg_${(number += 1)}`,
): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, at, body),
  };
}

async function send(
  headers: Record<string, string>,
  body: string,
): Promise<{ status: number; json: Record<string, unknown> }> {
  const response = await fetch(`${service.url}/hooks/content`, { method: 'POST', headers, body });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

const BODY = JSON.stringify({ prefixes: ['https://example.com/blog/'], tags: ['post:17'], warm: false });

test('each of the secrets is accepted, and a repeated webhook has no effect', async () => {
  for (const secret of [NEW, OLD]) {
    const headers = signed(secret, BODY);
    assert.deepEqual(await send(headers, BODY), { status: 202, json: { duplicate: false, removed: 0, job: null } });
    assert.deepEqual(await send(headers, BODY), { status: 202, json: { duplicate: true } });
  }
});

test('pages are removed and rendered again in the background', async () => {
  const body = JSON.stringify({ urls: ['http://127.0.0.1:1/a'], devices: ['desktop', 'mobile'] });
  const { status, json } = await send(signed(NEW, body), body);
  const { found, devices } = json['job'] as Record<string, unknown>;
  assert.deepEqual([status, json['removed'], found, devices], [202, 0, 2, ['desktop', 'mobile']]);
});

describe('a webhook is refused', () => {
  const now = Date.now();
  const without = (name: string) => {
    const headers = signed(NEW, BODY);
    delete headers[name];
    return headers;
  };
  const CASES: Array<[name: string, headers: Record<string, string>, body: string, detail: RegExp]> = [
    ['with another secret', signed(OTHER, BODY), BODY, /signature is not valid/],
    ['with another body', signed(NEW, BODY), BODY.replace('17', '18'), /signature is not valid/],
    ['with another id', { ...signed(NEW, BODY), 'webhook-id': 'msg_x' }, BODY, /signature is not valid/],
    ['too late', signed(NEW, BODY, new Date(now - 6 * 60_000)), BODY, /more than 5 minutes/],
    ['too early', signed(NEW, BODY, new Date(now + 6 * 60_000)), BODY, /more than 5 minutes/],
    ['without an id', without('webhook-id'), BODY, /webhook-id is missing/],
    ['without a time', without('webhook-timestamp'), BODY, /webhook-timestamp is missing/],
    ['without a signature', without('webhook-signature'), BODY, /webhook-signature is missing/],
    ['with an empty signature', { ...signed(NEW, BODY), 'webhook-signature': 'v1,' }, BODY, /signature is not valid/],
    ['that is not JSON', signed(NEW, '{'), '{', /not JSON/],
    ['that names nothing', signed(NEW, '{}'), '{}', /nothing is named/],
    ['with a prefix without a host', signed(NEW, '{"prefixes":["blog"]}'), '{"prefixes":["blog"]}', /^prefix: /],
    ['with an unknown property', signed(NEW, '{"url":"x"}'), '{"url":"x"}', /url/],
  ];
  for (const [name, headers, body, detail] of CASES) {
    test(name, async () => {
      const { status, json } = await send(headers, body);
      assert.equal(status, 400);
      assert.match(String(json['detail']), detail);
    });
  }
  test('that is too large', async () => {
    const body = 'x'.repeat(1_100_000);
    assert.equal((await send(signed(NEW, body), body)).status, 413);
  });
  test('if no secret is configured', () => {
    assert.throws(
      () => new Webhooks([]).verify(() => undefined, new Uint8Array()),
      /No "webhookSecrets" are configured/,
    );
  });
});

test('secrets that are too short or damaged are refused at start, and not repeated in the message', () => {
  for (const secret of ['short', 'whsec_c2hvcnQ=', 'whsec_***', 'ä'.repeat(30)]) {
    assert.throws(
      () => parseConfig({ webhookSecrets: [secret] }),
      (error: Error) => /webhookSecrets\.0: /.test(error.message) && !error.message.includes(secret),
    );
  }
});

/** Signatures: as Standard Webhooks specifies, compared with the library of its authors, and invalid ones. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { PolicyEngineError } from 'policy-engine';
import { verifyWebhook } from 'policy-engine/webhooks';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { keyOf, signature, signedHeaders } from '../../dist/modules/webhooks/signature.js';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const TEXT_SECRET = 'a text that is long enough';

const event = {
  specversion: '1.0',
  id: 'e1',
  source: 'https://shop.example/policies',
  type: 'policy-engine.request.completed',
  subject: 'r1',
  time: '2026-11-22T10:00:00.000Z',
  datacontenttype: 'application/json',
  data: { request_id: 'r1', kind: 'portability', user_id: 'Zoë', due_at: '2026-12-22T10:00:00.000Z' },
} as const;
const body = JSON.stringify(event);

const isRefused = (why: RegExp) => (error: unknown) =>
  error instanceof PolicyEngineError &&
  error.code === 'webhook_refused' &&
  error.status === 400 &&
  why.test(error.message);

/** Headers of the body as the engine signs it. */
function signed(secrets: readonly string[], at = new Date(), text: string = body, id: string = event.id) {
  return signedHeaders(secrets.map(keyOf), { id, at, body: text });
}

test('a signature is that of the example in the specification', () => {
  // https://www.standardwebhooks.com and its libraries: the vector for all their tests.
  const key = keyOf(SECRET);
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const made = signature(key, { id, timestamp: '1614265330', body: '{"test": 2432232314}' });
  assert.equal(made, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
});

describe('the published library verifies what the engine signs', () => {
  const libraries = [
    ['whsec_', SECRET, new Webhook(SECRET)],
    ['text', TEXT_SECRET, new Webhook(TEXT_SECRET, { format: 'raw' })],
  ] as const;
  for (const [kind, secret, library] of libraries) {
    test(`the published library verifies events signed with a secret as ${kind}`, () => {
      assert.deepEqual(library.verify(body, signed([secret])), event);
      assert.throws(() => library.verify(body.replace('r1', 'r2'), signed([secret])), WebhookVerificationError);
    });

    test(`the published library verifies events while a secret as ${kind} is rotated`, () => {
      const headers = signed(['another text that is long', secret]);
      assert.equal(headers['webhook-signature'].split(' ').length, 2);
      assert.deepEqual(library.verify(body, headers), event);
    });

    test(`the engine verifies events that the library signs with a secret as ${kind}`, () => {
      const at = new Date();
      const headers = { ...signed([secret], at), 'webhook-signature': library.sign(event.id, at, body) };
      assert.deepEqual(verifyWebhook(body, headers, secret), event);
    });
  }
});

test('headers may be those of fetch or of Node, and the body may be bytes', () => {
  const headers = signed([SECRET]);
  assert.deepEqual(verifyWebhook(body, new Headers(headers), SECRET), event);
  assert.deepEqual(verifyWebhook(Buffer.from(body), headers, SECRET), event);
  const capitals = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]));
  assert.deepEqual(verifyWebhook(body, capitals, [TEXT_SECRET, SECRET]), event);
});

test('a changed, old, early or unsigned request, or one without an event, is refused', () => {
  const now = new Date();
  const by = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const headers = signed([SECRET], now);
  const verify = (given: Parameters<typeof verifyWebhook>[1], text = body) =>
    verifyWebhook(text, given, SECRET, { now: () => now });
  assert.deepEqual(verify(signed([SECRET], by(-299))), event);

  assert.throws(() => verify(headers, body.replace('r1', 'r2')), isRefused(/none of its signatures/));
  assert.throws(() => verify({ ...headers, 'webhook-id': 'e2' }), isRefused(/none of its signatures/));
  assert.throws(() => verify(signed([TEXT_SECRET], now)), isRefused(/none of its signatures/));
  assert.throws(
    () => verify({ ...headers, 'webhook-signature': 'v1, v1a,x garbage' }),
    isRefused(/none of its signatures/),
  );
  const many = `${'v1,AAAA '.repeat(10)}${headers['webhook-signature']}`;
  assert.throws(() => verify({ ...headers, 'webhook-signature': many }), isRefused(/none of its signatures/));
  assert.throws(() => verify(signed([SECRET], by(-301))), isRefused(/time/));
  assert.throws(() => verify(signed([SECRET], by(302))), isRefused(/time/));
  for (const timestamp of ['NaN', '', '-1', '1e10', '99999999999999999999'])
    assert.throws(() => verify({ ...headers, 'webhook-timestamp': timestamp }), isRefused(/time/));
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    assert.throws(() => verify({ ...headers, [name]: undefined }), isRefused(new RegExp(`${name} is missing`)));
  for (const text of ['', 'null', '[]', '{', '{"id":"e1"}', JSON.stringify({ ...event, specversion: '0.3' })])
    assert.throws(() => verify(signed([SECRET], now, text), text), isRefused(/its body is/));
  // Signed for another message.
  assert.throws(() => verify(signed([SECRET], now, body, 'e2')), isRefused(/not the event/));
});

test('an invalid secret is reported to the receiver without showing it', () => {
  for (const secret of ['', 'short', 'whsec_', 'whsec_c2hvcnQ=', 'whsec_***', 'ünïcödé is not the same everywhere']) {
    assert.throws(
      () => verifyWebhook(body, signed([SECRET]), secret),
      (error: unknown) =>
        error instanceof PolicyEngineError &&
        error.code === 'configuration_invalid' &&
        (['', 'whsec_'].includes(secret) || !error.message.includes(secret)),
    );
  }
});

/** Refused configurations of webhooks. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createPolicyEngine, nodeSqliteDatabase, PolicyEngineError } from 'policy-engine';

const url = 'https://crm.example/events';
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

function problemsOf(options: object): string[] {
  try {
    createPolicyEngine({
      database: nodeSqliteDatabase(':memory:'),
      rules: [{ name: 'cookie', sessionless: true }],
      currentUser: () => null,
      ...options,
    });
    return [];
  } catch (error) {
    assert.ok(error instanceof PolicyEngineError && error.code === 'configuration_invalid', String(error));
    return error.problems.map(({ path, message }) => `${path}: ${message}`);
  }
}

const refused: readonly (readonly [string, object, RegExp])[] = [
  ['a secret that is too short', { url, secret: 'short' }, /secret: must have at least 24 characters, not 5/],
  [
    'a key that is too short',
    { url, secret: 'whsec_c2hvcnQ=' },
    /secret: must hold 24 to 64 bytes after whsec_, not 5/,
  ],
  ['a secret that is no Base64', { url, secret: 'whsec_%%%%' }, /secret: is not Base64/],
  ['a secret that libraries read differently', { url, secret: 'ü'.repeat(30) }, /secret: must be printable ASCII/],
  ['one of two secrets that is too short', { url, secret: [secret, 'short'] }, /secret\[1\]: must have at least 24/],
  ['three secrets', { url, secret: [secret, secret, secret] }, /secret: must be a secret, or the list \[new, old\]/],
  ['no secret', { url }, /secret: is missing/],
  ['no URL', { url: 'crm.example', secret }, /url: "crm\.example" is not a URL such as/],
  ['another protocol', { url: 'ftp://crm.example/', secret }, /url: .* is not a URL such as/],
  ['a password in the URL', { url: 'https://me:secret@crm.example/', secret }, /url: must not contain a password/],
  ['what is sent in the clear', { url: 'http://crm.example/', secret }, /url: must be https:, .* not "crm\.example"/],
  ['an unknown event', { url, secret, events: ['order.created'] }, /events\[0\]: "order\.created" is not a type/],
  [
    'an event that nobody emits',
    { url, secret, events: ['policy-engine.request.complete'] },
    /events\[0\]: there is no event policy-engine\.request\.complete; did you mean policy-engine\.request\.completed\?/,
  ],
  ['a list of no events', { url, secret, events: [] }, /events: must name at least one type of events/],
  ['a group that is empty', { url, secret, events: ['policy-engine.orders.*'] }, /events\[0\]: there is no event/],
  ['an unknown option', { url, secret, event: [] }, /there is no option event; did you mean events\?/],
];

for (const [what, webhook, expected] of refused) {
  test(`a webhook configuration is refused: ${what}`, () => {
    const problems = problemsOf({ webhooks: [webhook] });
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', /^webhooks\[0\]/);
    assert.match(problems[0] ?? '', expected);
    assert.doesNotMatch(problems[0] ?? '', /me:secret|c2hvcnQ/);
  });
}

test('two webhooks with one name are refused', () => {
  const [problem, ...others] = problemsOf({
    webhooks: [
      { url, secret },
      { url: `${url}/2`, secret },
    ],
  });
  assert.match(problem ?? '', /^webhooks\[1\]\.name: two webhooks are named "crm\.example"/);
  assert.deepEqual(others, []);
});

describe('a webhook configuration is accepted:', () => {
  for (const [what, options] of [
    ['http to this machine', { webhooks: [{ url: 'http://localhost:1/', secret }] }],
    ['http to a loopback address', { webhooks: [{ url: 'http://127.0.0.2:1/', secret }] }],
    ['IPv6', { webhooks: [{ url: 'http://[::1]:1/', secret }] }],
    ['a host that is allowed', { webhooks: [{ url: 'http://CRM:81/', secret }], webhookAllowedHosts: ['crm:81'] }],
    ['groups of events', { webhooks: [{ url, secret, events: ['policy-engine.*', 'policy-engine.request.*'] }] }],
    ['two secrets', { webhooks: [{ name: 'crm', url, secret: [secret, 'a text that is long enough'] }] }],
  ] as const) {
    test(`a webhook configuration is accepted: ${what}`, () => assert.deepEqual(problemsOf(options), []));
  }
});

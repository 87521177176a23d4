/** Every verdict has a name, a status, a lifetime and a meaning for middlewares, as in the reference. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { proxyRender } from 'render-middleware';
import { Freshness } from '../dist/cache/results/freshness.js';
import type { RendererErrorCode } from '../dist/kernel/errors.js';
import { RendererError } from '../dist/kernel/errors.js';
import { parseConfig } from '../dist/settings/config.js';
import type { Verdict } from '../dist/kernel/verdicts.js';
import { LIMITS, VERDICTS } from '../dist/kernel/verdicts.js';
import { answerError } from '../dist/server/answers/error.js';
import { type Listening, listening } from '../../../testing/listening.ts';

interface Row {
  verdicts: string[];
  codes: RendererErrorCode[];
  statuses: number[];
  kept: string;
  circuit: string;
}

/** In addition to those that end a start. */
type Answered = Exclude<
  RendererErrorCode,
  'invalid-configuration' | 'no-browser' | 'cannot-write-token' | 'cannot-listen'
>;
const ANSWERED: Readonly<Record<Answered, true>> = {
  'invalid-url': true,
  'invalid-parameter': true,
  'unknown-host': true,
  'invalid-body': true,
  unauthorized: true,
  'invalid-signature': true,
  restricted: true,
  'unsupported-scheme': true,
  'refused-address': true,
  'not-found': true,
  'method-not-allowed': true,
  'body-too-large': true,
  'too-many-requests': true,
  'connection-failed': true,
  'tls-failed': true,
  'not-a-page': true,
  'page-crashed': true,
  'page-too-large': true,
  'over-budget': true,
  overloaded: true,
  partial: true,
  'browser-unavailable': true,
  'cache-unavailable': true,
  'warming-unavailable': true,
  'webhook-refused': true,
  closing: true,
  'target-timeout': true,
  'not-cached': true,
  internal: true,
};

const REFERENCE = readFileSync(path.resolve(import.meta.dirname, '../docs/reference.md'), 'utf8');
const [, table = ''] = /<!-- verdicts -->([^]*?)<!-- \/verdicts -->/.exec(REFERENCE) ?? [];
const named = (cell = '') => [...cell.matchAll(/`([a-z-]+)`/g)].map(([, name = '']) => name);
const rows = table
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2)
  .map((line): Row => {
    const [, verdicts, codes, statuses = '', kept = '', circuit = ''] = line.split('|').map((cell) => cell.trim());
    return {
      verdicts: named(verdicts),
      codes: named(codes) as RendererErrorCode[],
      statuses: (statuses.match(/\d+/g) ?? []).map(Number),
      kept,
      circuit,
    };
  });
const ofResults = rows.filter(({ codes }) => codes.length === 0);
const ofErrors = rows.filter(({ codes }) => codes.length > 0);

test('the reference has each verdict, and each code that is answered to a render once', () => {
  assert.deepEqual([...new Set(rows.flatMap(({ verdicts }) => verdicts))].toSorted(), [...VERDICTS].toSorted());
  const codes = ofErrors.flatMap((row) => row.codes);
  const elsewhere = ['cache-unavailable', 'warming-unavailable', 'webhook-refused'];
  assert.deepEqual([...codes, ...elsewhere].toSorted(), Object.keys(ANSWERED).toSorted());
});

test('each verdict is cached for as long as the reference says', () => {
  const { cacheConfig } = parseConfig({});
  const freshness = new Freshness(cacheConfig);
  const words = new Map([
    [cacheConfig.cacheDurationMinutes * 60_000, 'yes'],
    [cacheConfig.shortDurationMinutes * 60_000, 'short'],
    [0, 'no'],
  ]);
  for (const { verdicts, kept } of ofResults) {
    for (const verdict of verdicts as Verdict[]) {
      assert.deepEqual(
        [
          verdict,
          words.get(
            freshness.lifetimeOf({ url: 'https://a.test/', status: 200, verdict, headers: [], objections: [] }),
          ),
        ],
        [verdict, kept],
      );
    }
  }
  assert.ok(ofErrors.every(({ kept }) => kept === 'no'));
  const lasting = { url: 'https://a.test/', status: 200, verdict: 'settled', objections: [] } as const;
  const keptWith = (pending: string) =>
    words.get(freshness.lifetimeOf({ ...lasting, headers: [['X-Render-Pending', pending]] }));
  assert.equal(keptWith('interval=1, unanswered=1'), 'short');
  assert.equal(keptWith('interval=1, request=1'), 'yes');
});

/** Errors as thrown: those of a limit with the verdict of that limit. */
const errorsOf = (code: RendererErrorCode): RendererError[] =>
  code === 'over-budget'
    ? LIMITS.map((limit) => new RendererError(code, '', { verdict: `over-${limit}` }))
    : code === 'page-too-large'
      ? [new RendererError(code, '', { verdict: 'over-size' }), new RendererError(code, '', { verdict: 'over-memory' })]
      : [new RendererError(code, '')];

describe('an error', () => {
  let answer: Response;
  const server = createServer((_request, response) => {
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end();
  });
  let running: Listening;
  before(async () => {
    running = await listening(server);
  });
  after(() => running[Symbol.asyncDispose]());

  for (const { verdicts, codes, statuses, circuit } of ofErrors) {
    for (const error of codes.flatMap(errorsOf)) {
      test(`${error.code} names its end ${error.verdict ?? ''}, with its status and what it is for a circuit`, async () => {
        answer = answerError(error, null, 'id', true);
        const verdict = answer.headers.get('x-render-verdict') ?? '';
        assert.equal(verdict, error.verdict ?? error.code);
        if (error.code !== 'over-budget')
          assert.ok((verdicts.length > 0 ? verdicts : codes).some((name) => name === verdict));
        assert.ok(statuses.includes(answer.status), String(answer.status));
        const { port } = running;
        const reasons: string[] = [];
        const options = {
          proxyUrl: `http://127.0.0.1:${port}`,
          origin: 'https://shop.example',
          circuit: { failures: 1 },
          onFallback: ({ reason }: { reason: string }) => void reasons.push(reason),
        };
        const request = { method: 'GET', url: '/', headers: { 'user-agent': 'Googlebot/2.1' } };
        for (const _ of [1, 2]) assert.equal(await proxyRender(request, options), undefined);
        assert.deepEqual(reasons, ['status', circuit === 'yes' ? 'circuit-open' : 'status']);
      });
    }
  }

  test('of an address that renders nothing has no verdict', () => {
    const { headers } = answerError(new RendererError('unauthorized', ''), null, 'id', false);
    assert.equal(headers.get('x-render-verdict'), null);
  });
});

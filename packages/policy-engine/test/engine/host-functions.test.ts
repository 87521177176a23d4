/** What happens when a function of the host fails: the table of the guide on configuration, each function in each way. */
import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import type { PolicyEngineOptions } from 'policy-engine';
import { getTestEngine, type TestEngine } from 'policy-engine/testing';
import { LONGEST_ANSWER } from '../../dist/platform/answered.js';
import { inTime } from '../support/in-time.ts';

type Any = (...given: never[]) => unknown;

const hostile = () => {
  const error = new Error('hostile');
  Object.defineProperty(error, 'message', {
    get: () => {
      throw new Error('no message');
    },
  });
  error.cause = error;
  return Object.freeze(error);
};

/** How a function fails. */
const FAULTS: Readonly<Record<string, Any>> = {
  'throws an error': () => {
    throw new Error('of the host');
  },
  'throws undefined': () => {
    // oxlint-disable-next-line typescript/only-throw-error -- a host may throw anything
    throw undefined;
  },
  'throws a frozen error that cannot be read': () => {
    throw hostile();
  },
  'rejects with a text': async () => Promise.reject('of the host'),
  // oxlint-disable-next-line unicorn/no-thenable -- query builders are thenables
  'rejects through a thenable': () => ({ then: (_resolve: unknown, reject: (error: unknown) => void) => reject(null) }),
  'never answers': () => new Promise(() => {}),
  'rejects after the time limit': () =>
    new Promise((_resolve, reject) => {
      setTimeout(reject, LONGEST_ANSWER + 1, new Error('late'));
    }),
  'returns a symbol': () => Symbol('wrong'),
};
const SILENT = new Set(['never answers', 'rejects after the time limit']);
const WRONG = 'returns a symbol';

/** Status of an answer: in general, if the function is silent, and for a value of the wrong type. */
interface Contract {
  readonly fails: number;
  readonly silent: number;
  readonly wrong: number;
}
const goesOn: Contract = { fails: 200, silent: 200, wrong: 200 };
const stops: Contract = { fails: 500, silent: 503, wrong: 500 };

interface Case {
  readonly option: string;
  readonly contract: Contract;
  /** Options with a function that fails while it is told to. */
  readonly options: (failing: <F extends Any>(works: F) => F) => Partial<PolicyEngineOptions>;
  /** Who decides. Default: a visitor. */
  readonly user?: string;
  /** Whether they accept while the function fails. Default: they reject. */
  readonly accepts?: boolean;
  /** Additional request of an administrator whose answer has the status, if a decision does not call the function. */
  readonly page?: string;
}

const rule = (more: object) => ({ rules: [{ name: 'cookie', sessionless: true, ...more }] });
const user = (id: string) => ({ id, email: `${id}@shop.example` });
const signedIn = (request: Request) => {
  const id = request.headers.get('x-test-user');
  return id === null ? null : { id, record: user(id) };
};

const CASES: readonly Case[] = [
  { option: 'currentUser', contract: stops, options: (failing) => ({ currentUser: failing(signedIn) }), user: 'anna' },
  {
    option: 'isAdminMethod',
    // Any truthy result means yes.
    contract: { ...stops, wrong: 200 },
    options: (failing) => ({ isAdminMethod: failing(() => true) }),
    page: '/policies/categories.json',
  },
  {
    option: 'adminUserResource.find',
    contract: { ...stops, wrong: 200 },
    options: (failing) => ({ adminUserResource: { find: failing(user), id: () => 'admin' } }),
    page: '/policies/categories.json',
  },
  {
    option: 'userLanguage',
    contract: goesOn,
    options: (failing) => ({ userLanguage: failing(() => 'fr') }),
    user: 'anna',
  },
  { option: 'if of a rule', contract: goesOn, options: (failing) => rule({ if: failing(() => true) }) },
  {
    option: 'onAccept of a rule',
    contract: goesOn,
    options: (failing) => rule({ onAccept: failing(() => {}) }),
    accepts: true,
  },
  {
    option: 'onReject of a rule, for an account',
    contract: goesOn,
    options: (failing) => rule({ onReject: failing(() => {}) }),
    user: 'anna',
  },
  {
    option: 'banner.isBot',
    contract: goesOn,
    options: (failing) => ({ banner: { isBot: failing(() => false) } }),
    page: '/policies/consent/banner.html',
  },
  {
    option: 'region',
    // Everything is opt-in.
    contract: goesOn,
    options: (failing) => ({
      ...rule({ purpose: 'ads', posture: 'law' }),
      region: failing(() => 'us-ca'),
    }),
    page: '/policies/consent.json',
  },
  {
    option: 'userResource.find, for a list',
    contract: goesOn,
    options: (failing) => ({ userResource: { find: failing(user) } }),
    user: 'anna',
    page: '/policies/ledger.html',
  },
  {
    option: 'userResource.search',
    contract: stops,
    options: (failing) => ({ userResource: { find: user, search: failing((text: string) => [user(text)]) } }),
    page: '/policies/people.json?q=anna',
  },
  { option: 'label of a rule', contract: goesOn, options: (failing) => rule({ label: failing(() => 'Cookies') }) },
  {
    option: 'description of a rule',
    contract: goesOn,
    options: (failing) => rule({ description: failing(() => 'About cookies') }),
  },
  {
    option: 'description of a script',
    contract: goesOn,
    options: (failing) => ({
      scripts: [
        {
          name: 'counter',
          rule: 'cookie',
          environments: ['test'],
          script: '<b></b>',
          cookies: ['c'],
          domain: 'shop.example',
          description: failing(() => 'Counts'),
        },
      ],
    }),
  },
  {
    option: 'now',
    contract: { ...stops, silent: 500 },
    options: (failing) => ({ now: failing(() => new Date()) }),
  },
  {
    option: 'logger',
    contract: goesOn,
    options: (failing) => {
      const fails = () => {
        throw new Error('of the callback');
      };
      return { ...rule({ onAccept: fails, onReject: fails }), logger: { error: failing(() => {}) } };
    },
  },
];

const said = (isAccepted: boolean) => (isAccepted ? 'accepted' : 'rejected');

const unhandled: unknown[] = [];
const note = (reason: unknown) => void unhandled.push(reason);
before(() => void process.on('unhandledRejection', note));
after(() => void process.off('unhandledRejection', note));

interface Settings {
  readonly rules: ReadonlyArray<{ readonly name: string; readonly state: string }>;
}

/** The state that a caller sees, and the last entry of the ledger. */
async function recorded(made: TestEngine, client: ReturnType<TestEngine['as']>) {
  const { status, body } = await client.json('GET', '/policies/consent.json');
  assert.equal(status, 200);
  const [state] = (body as Settings).rules.filter(({ name }) => name === 'cookie').map((one) => one.state);
  const { rows } = await made.engine.database.execute<{ decision: string }>(
    `select decision from policy_manager_ledger_events where rule = 'cookie' and kind = 'decision' order by rowid`,
  );
  return { state, ledger: rows.map(({ decision }) => decision) };
}

for (const { option, contract, options, user: who = null, accepts = false, page } of CASES) {
  describe(option, () => {
    let fault: Any | null = null;
    let calls = 0;
    let made: TestEngine;
    before(async () => {
      const failing = <F extends Any>(works: F) =>
        ((...given: never[]) => {
          calls += 1;
          return fault === null ? works(...given) : fault(...given);
        }) as F;
      const logger = { error: () => {} };
      made = await getTestEngine<string>({ currentUser: signedIn, logger, writeLimit: false, ...options(failing) });
      const text = { description: 'About cookies.', state: 'published' };
      const published = await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
      assert.equal(published.status, 201);
    });
    after(() => made[Symbol.asyncDispose]());

    for (const [name, fails] of Object.entries(FAULTS)) {
      const isSilent = SILENT.has(name);
      const expected = isSilent ? contract.silent : name === WRONG ? contract.wrong : contract.fails;
      test(`that ${name}: the answer is ${expected}, and state and ledger agree`, async (t) => {
        const client = made.as(who);
        const decide = (isAccepted: boolean) =>
          client.json('PUT', '/policies/consent.json', { decisions: { cookie: isAccepted } });
        const first = await decide(!accepts);
        assert.equal(first.status, 200);
        const before = await recorded(made, client);
        assert.equal(before.state, said(!accepts));

        calls = 0;
        fault = fails;
        const { status } = await inTime(t, () => decide(accepts), isSilent, LONGEST_ANSWER);
        const hasDecided = page !== undefined || expected === 200;
        assert.equal(status, hasDecided ? 200 : expected);
        if (page !== undefined) {
          const answer = await inTime(t, () => made.as('admin').fetch(page), isSilent, LONGEST_ANSWER);
          assert.equal(answer.status, expected, await answer.text());
        }
        assert.ok(calls > 0, 'the function was called');
        fault = null;
        await setImmediate();

        const now = await recorded(made, client);
        assert.equal(now.state, said(hasDecided === accepts));
        assert.deepEqual(now.ledger, [...before.ledger, ...(hasDecided ? [said(accepts)] : [])]);
        assert.deepEqual(unhandled.splice(0), []);
      });
    }
  });
}

test('a logger keeps its object, and its failures are written to standard error once', async (t) => {
  const written: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  class Logger {
    readonly lines: string[] = [];
    isBroken = false;
    #prefix = 'policies: ';
    async error(message: string): Promise<void> {
      if (this.isBroken) throw new Error('the disk is full');
      this.lines.push(this.#prefix + message);
    }
  }
  const logger = new Logger();
  const currentUser = () => {
    throw new Error('the session is away');
  };
  await using made = await getTestEngine({ currentUser, logger });
  const ask = async () => (await made.as(null).fetch('/policies/privacy', { headers: { accept: 'text/html' } })).status;
  assert.equal(await ask(), 500);
  assert.equal(logger.lines[0], 'policies: request failed');
  logger.isBroken = true;
  assert.deepEqual([await ask(), await ask()], [500, 500]);
  await setImmediate();
  assert.deepEqual(written, [
    'policy-engine: the option logger failed (Error: the disk is full) for: request failed\n',
  ]);
});

test('a label that fails is replaced by the name, and standard error is told once', async (t) => {
  const written: string[] = [];
  t.mock.method(process.stderr, 'write', (text: string) => written.push(text) > 0);
  const label = (locale: string) => {
    throw new Error(`no text in ${locale}`);
  };
  await using made = await getTestEngine<string>({ rules: [{ name: 'age_check', sessionless: true, label }] });
  const text = { description: 'At least 16.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/age_check/terms.json', text);
  const labelled = async () => {
    const { body } = await made.as(null).json('GET', '/policies/consent.json');
    return (body as { rules: ReadonlyArray<{ label: string }> }).rules.map((one) => one.label);
  };
  assert.deepEqual([await labelled(), await labelled()], [['Age check'], ['Age check']]);
  assert.deepEqual(written, ['policy-engine: a text by locale of the configuration threw an error and is left out\n']);
});

test('the page of the host gets the error of a function that makes the HTML of a script; decisions do not need it', async () => {
  let isBroken = false;
  const script = () => {
    if (isBroken) throw new Error('no tag today');
    return '<script src="/counter.js"></script>';
  };
  const counter = {
    name: 'counter',
    rule: 'cookie',
    environments: ['test'],
    script,
    cookies: ['c'],
    domain: 'shop.example',
  };
  const logger = { error: () => {} };
  await using made = await getTestEngine<string>({
    ...rule({}),
    scripts: [{ ...counter, description: 'Counts' }],
    logger,
  });
  const text = { description: 'About cookies.', state: 'published' };
  await made.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
  const shown = () =>
    made.engine.consentContext(new Request('http://shop.example/')).renderScripts({ mode: 'blocked' });
  isBroken = true;
  await assert.rejects(shown(), { message: 'no tag today' });
  const { status, body } = await made.as(null).json('PUT', '/policies/consent.json', { decisions: { cookie: true } });
  assert.deepEqual([status, (body as Settings).rules[0]?.state], [200, 'accepted']);
  isBroken = false;
  assert.match(await shown(), /counter\.js/);
});

test('a callback that calls the engine again, and never ends, holds back neither the answer nor later decisions', async (t) => {
  const onAccept = async (): Promise<void> => {
    const { status } = await engine.as('anna').json('PUT', '/policies/user_terms/cookie/reject.json');
    assert.equal(status, 200);
    await new Promise(() => {});
  };
  await using engine = await getTestEngine<string>({ ...rule({ onAccept }), logger: { error: () => {} } });
  const text = { description: 'About cookies.', state: 'published' };
  await engine.as('admin').json('POST', '/policies/categories/cookie/terms.json', text);
  const accept = () => engine.as('anna').json('PUT', '/policies/user_terms/cookie/accept.json');
  assert.equal((await inTime(t, accept, true, LONGEST_ANSWER)).status, 200);
  const { state, ledger } = await recorded(engine, engine.as('anna'));
  assert.deepEqual([state, ledger], ['rejected', ['accepted', 'rejected']]);
});

test('a mount path that is none is answered with a problem and logged, and the next request is answered as usual', async () => {
  const lines: string[] = [];
  const logger = { error: (message: string) => void lines.push(message) };
  await using made = await getTestEngine({ logger });
  const ask = (mountPath: unknown) => {
    const env = mountPath === undefined ? {} : { mountPath: mountPath as string };
    // The path says which representation is wished for, as everywhere, with and without a mount path.
    return made.engine.fetch(new Request('http://shop.example/policies/consent.json'), env);
  };
  for (const wrong of [
    'policies',
    '/policies?a',
    '/a b',
    '/a//b',
    'https://shop.example/policies',
    5,
    null,
    Symbol('path'),
  ]) {
    lines.length = 0;
    const answer = await ask(wrong);
    assert.equal(answer.status, 500, String(wrong));
    assert.match(answer.headers.get('content-type') ?? '', /^application\/problem\+json/);
    assert.equal(((await answer.json()) as { status: number }).status, 500);
    assert.deepEqual(lines, ['request failed']);
  }
  assert.equal((await ask(undefined)).status, 200);
  assert.equal((await ask('/policies/')).status, 200);
});

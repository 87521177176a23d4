/** The behaviour of user models that decide on policies, the same for every ORM. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { Database } from 'policy-engine';
import type { PolicyHookOptions } from 'policy-engine/sequelize';
import { createTarget, type Engine, engineOn, type Kind, USERS_TABLE } from './engine.ts';
import { reportResult } from './results.ts';
import { POOL_SIZE } from './suite.ts';

/** Columns and attributes of a user. */
export type Values = Readonly<Record<string, unknown>>;

/** A unit of work of the ORM: an entity manager, a transaction, a client. */
export type Within = object | undefined;

/** An application whose ORM has a model of users. */
export interface ModelHost {
  readonly database: Database;
  /** Makes the user model decide on policies. */
  install(engine: Engine, options: PolicyHookOptions): void;
  create(values: Values & { readonly id: string }, within?: Within): Promise<object>;
  /** Loads a user, changes it and saves it. */
  update(id: string, values: Values, within?: Within): Promise<object>;
  /** Creates several users in one call. */
  createMany(list: ReadonlyArray<Values & { readonly id: string }>): Promise<unknown>;
  transaction(run: (within: object) => Promise<unknown>): Promise<unknown>;
  /** The engine's database in a transaction of the ORM, the same object each time. */
  join(within: object): Database;
  /** A savepoint in a transaction. */
  savepoint(within: object, run: (inner: object) => Promise<unknown>): Promise<unknown>;
  /** Statements about users without an instance, with the attributes; each must be refused. */
  readonly refused?: Readonly<Record<string, () => Promise<unknown>>>;
  /** Saves a user again, as returned. */
  readonly saveAgain?: (user: object) => Promise<unknown>;
  users(): Promise<Array<{ id: string; name: string | null }>>;
  /** Ids of users of a second model, without policies. */
  addPlain(id: string): Promise<unknown>;
  /** True if the ORM reports when a transaction of the host is committed. */
  readonly knowsCommit: boolean;
  /** True if the ORM itself cannot have two transactions open at a time. */
  readonly oneAtATime?: boolean;
  close(): Promise<unknown>;
}

/** One database for each transaction, as in an application that joins once. */
export function joined(join: (within: object) => Database): (within: object) => Database {
  const known = new WeakMap<object, Database>();
  return (within) => {
    const database = known.get(within) ?? join(within);
    known.set(within, database);
    return database;
  };
}

const ACCEPTED = { policy_rule_age: true, policy_rule_privacy_terms: 'on' };

/** The table of a model without policies. */
const PLAIN_TABLE = 'create table notes (id varchar(50) primary key)';

const isRefusal = (fields: readonly string[]) => (error: unknown) => {
  const { code, status, errors } = error as { code: string; status: number; errors: Array<{ field: string }> };
  assert.deepEqual([code, status, errors.map(({ field }) => field)], ['invalid_input', 422, fields]);
  return true;
};

/** Defines the suite. */
export function modelSuite(name: string, kind: Kind, open: (url: string) => Promise<ModelHost>): void {
  describe(`the user model of ${name} on ${kind}`, () => {
    reportResult(name, kind, 'user model');
    let target: Awaited<ReturnType<typeof createTarget>>;
    let host: ModelHost;
    let engine: Engine;
    let told: string[];
    let recorded: string[] = [];
    let evidence: ReturnType<NonNullable<PolicyHookOptions['evidence']>>;

    before(async () => {
      target = await createTarget(kind);
      host = await open(target.url);
      await host.database.execute(USERS_TABLE);
      await host.database.execute(PLAIN_TABLE);
      ({ engine, told } = await engineOn(host.database));
      host.install(engine, {
        evidence: () => evidence,
        recorded: (user, cookies) => {
          assert.ok(Array.isArray(cookies));
          const { id } = user as { id: string };
          if (id.startsWith('cannot-follow')) throw new Error(`cannot follow ${id}`);
          recorded.push(id);
        },
      });
    });
    afterEach(() => {
      recorded = [];
      told.length = 0;
      evidence = undefined;
    });
    after(async () => {
      await host.database.close();
      await host.close();
      await target.drop();
    });

    const decisionsOf = async (id: string): Promise<string[]> => {
      const placeholder = kind === 'PostgreSQL' ? '$1' : '?';
      const sql = `select rule, state from policy_manager_user_terms where user_id = ${placeholder} order by rule`;
      const { rows } = await host.database.execute<{ rule: string; state: string }>(sql, [id]);
      return rows.map(({ rule, state }) => `${rule} ${state}`);
    };
    const events = async (): Promise<number> => {
      const sql = "select count(*) as n from policy_manager_ledger_events where kind = 'decision'";
      return (await host.database.execute<{ n: number }>(sql)).rows[0]?.n ?? 0;
    };
    const isThere = async (id: string): Promise<boolean> => (await host.users()).some((user) => user.id === id);
    const BOTH = ['age accepted', 'privacy_terms accepted'];

    test('a user who accepts is created with the decisions', async () => {
      const user = await host.create({ id: 'ada', name: 'Ada', ...ACCEPTED });
      assert.ok(await isThere('ada'));
      assert.deepEqual(await decisionsOf('ada'), BOTH);
      assert.deepEqual([recorded, told], [['ada'], ['ada']]);
      for (const attribute of engine.policyAttributes)
        assert.equal(Reflect.get(user, attribute) ?? null, null, attribute);
    });

    test('a user who does not accept is refused, and nothing is written', async () => {
      const before = await events();
      for (const [values, fields] of [
        [{}, ['policy_rule_age', 'policy_rule_privacy_terms']],
        [{ ...ACCEPTED, policy_rule_age: false }, ['policy_rule_age']],
        [{ policy_rule_age: 'true', policy_rule_privacy_terms: 'maybe' }, ['policy_rule_privacy_terms']],
      ] as const) {
        await assert.rejects(host.create({ id: 'bob', ...values }), isRefusal(fields));
      }
      assert.equal(await isThere('bob'), false);
      assert.deepEqual([await decisionsOf('bob'), await events()], [[], before]);
      assert.deepEqual([recorded, told], [[], []]);
    });

    test('an insert that the database refuses leaves no decisions', async () => {
      const before = await events();
      await host.create({ id: 'cem', email: 'cem@shop.example', ...ACCEPTED });
      await assert.rejects(host.create({ id: 'cem-2', email: 'cem@shop.example', ...ACCEPTED }));
      assert.deepEqual([await decisionsOf('cem-2'), await events()], [[], before + 2]);
      assert.deepEqual([recorded, told], [['cem'], ['cem']]);
    });

    test('a refusal is in the language of the request', async () => {
      evidence = { locales: ['fr'] };
      await assert.rejects(host.create({ id: 'fr' }), ({ errors }: { errors: Array<{ detail: string }> }) => {
        assert.match(errors[0]?.detail ?? '', /Veuillez confirmer/);
        return true;
      });
    });

    test('what is known of the request is in the ledger', async () => {
      const request = new Request('https://shop.example/sign-up', { headers: { 'user-agent': 'Browser/1.0' } });
      evidence = { request };
      await host.create({ id: 'eve', ...ACCEPTED });
      const sql = "select user_agent from policy_manager_ledger_identities where subject = 'eve'";
      const { rows } = await host.database.execute(sql);
      assert.deepEqual(rows, [{ user_agent: 'Browser/1.0' }, { user_agent: 'Browser/1.0' }]);
    });

    test('the version of a notice that was shown is in the ledger with the decisions, and not without any', async () => {
      const notice = (await engine.policyTexts()).find((text) => text.notice);
      const shown = { [notice!.field]: String(notice!.version) };
      const user = await host.create({ id: 'eva', ...ACCEPTED, ...shown });
      assert.equal(Reflect.get(user, notice!.field) ?? null, null);
      const sql = "select shown from policy_manager_ledger_identities where subject = 'eva'";
      const text = '{"choices":[],"locale":null,"texts":{"privacy":"1"}}';
      assert.deepEqual((await host.database.execute(sql)).rows, [{ shown: text }, { shown: text }]);
      const before = await events();
      await host.update('eva', { name: 'Eva', ...shown });
      assert.equal(await events(), before);
    });

    test('an update needs what was accepted before, or is accepted with it', async () => {
      await host.create({ id: 'finn', ...ACCEPTED });
      await host.update('finn', { name: 'Finn' });
      assert.equal((await host.users()).find(({ id }) => id === 'finn')?.name, 'Finn');
      const before = await events();
      await assert.rejects(
        host.update('finn', { name: 'F.', policy_rule_privacy_terms: false }),
        isRefusal(['policy_rule_privacy_terms']),
      );
      assert.equal((await host.users()).find(({ id }) => id === 'finn')?.name, 'Finn');
      assert.equal(await events(), before);
    });

    test('a user of before the rules cannot be updated without accepting them', async () => {
      await host.database.execute("insert into users (id) values ('older')");
      await assert.rejects(host.update('older', { name: 'O.' }), isRefusal(['policy_rule_privacy_terms']));
      await host.update('older', { name: 'O.', policy_rule_privacy_terms: true });
      assert.deepEqual(await decisionsOf('older'), ['privacy_terms accepted']);
      assert.equal((await host.users()).find(({ id }) => id === 'older')?.name, 'O.');
      assert.deepEqual([recorded, told], [['older'], ['older']]);
    });

    test('an update that changes no column records, too', async () => {
      await host.create({ id: 'gus', name: 'Gus', ...ACCEPTED });
      await host.update('gus', { policy_rule_cookie: true });
      assert.deepEqual(await decisionsOf('gus'), ['age accepted', 'cookie accepted', 'privacy_terms accepted']);
      await host.update('gus', { policy_rule_cookie: 'false', policy_rule_age: '0' });
      assert.deepEqual(await decisionsOf('gus'), ['age rejected', 'cookie rejected', 'privacy_terms accepted']);
    });

    test('the same decision again is no second event', async () => {
      const user = await host.create({ id: 'hal', ...ACCEPTED });
      const before = await events();
      await host.update('hal', { name: 'Hal', ...ACCEPTED });
      await host.saveAgain?.(user);
      assert.equal(await events(), before);
    });

    test('several users in one call are each checked and recorded', async () => {
      const ids = ['many-a', 'many-b', 'many-c'];
      await host.createMany(ids.map((id) => Object.assign({ id }, ACCEPTED)));
      for (const id of ids) assert.deepEqual(await decisionsOf(id), BOTH);
      assert.deepEqual(recorded.toSorted(), ids);
      await assert.rejects(
        host.createMany([{ id: 'many-d', ...ACCEPTED }, { id: 'many-e' }]),
        isRefusal(['policy_rule_age', 'policy_rule_privacy_terms']),
      );
      assert.deepEqual([await isThere('many-d'), await isThere('many-e')], [false, false]);
    });

    test('a transaction of the host is committed or rolled back with the decisions', async () => {
      const before = await events();
      const failing = host.transaction(async (within) => {
        await host.create({ id: 'ida', ...ACCEPTED }, within);
        await host.create({ id: 'ike', ...ACCEPTED }, within);
        throw new Error('after all not');
      });
      await assert.rejects(failing, /after all not/);
      assert.deepEqual([await isThere('ida'), await decisionsOf('ida'), await events()], [false, [], before]);
      if (host.knowsCommit) assert.deepEqual([recorded, told], [[], []]);
      recorded = [];
      await host.transaction(async (within) => {
        await host.create({ id: 'ida', ...ACCEPTED }, within);
        await host.update('ida', { name: 'Ida', policy_rule_cookie: true }, within);
        if (host.knowsCommit) assert.deepEqual(recorded, []);
      });
      assert.deepEqual(await decisionsOf('ida'), ['age accepted', 'cookie accepted', 'privacy_terms accepted']);
      assert.deepEqual([...new Set(recorded)], ['ida']);
    });

    test('a savepoint that is rolled back takes its decisions along, and no others', async () => {
      await host.transaction(async (within) => {
        await host.create({ id: 'jan', ...ACCEPTED }, within);
        const failing = host.savepoint(within, async (inner) => {
          await host.create({ id: 'jo', ...ACCEPTED }, inner);
          throw new Error('not this part');
        });
        await assert.rejects(failing, /not this part/);
        await host.savepoint(within, (inner) => host.create({ id: 'jul', ...ACCEPTED }, inner));
        await host.create({ id: 'joy', ...ACCEPTED }, within);
      });
      assert.deepEqual(await Promise.all(['jan', 'jo', 'jul', 'joy'].map(isThere)), [true, false, true, true]);
      assert.deepEqual(await Promise.all(['jan', 'jo', 'jul', 'joy'].map(decisionsOf)), [BOTH, [], BOTH, BOTH]);
      if (host.knowsCommit) assert.deepEqual(recorded, ['jan', 'jul', 'joy']);
    });

    test('a savepoint that is kept keeps its decisions, whatever happens to those after it', async () => {
      await host.transaction(async (within) => {
        await host.savepoint(within, (inner) => host.create({ id: 'kept', ...ACCEPTED }, inner));
        const failing = host.savepoint(within, async (inner) => {
          await host.create({ id: 'not-kept', ...ACCEPTED }, inner);
          throw new Error('not this part');
        });
        await assert.rejects(failing, /not this part/);
      });
      assert.deepEqual(await Promise.all(['kept', 'not-kept'].map(decisionsOf)), [BOTH, []]);
      assert.deepEqual([recorded, told], [['kept'], ['kept']]);
    });

    test('the last of several decisions in one transaction stands', async () => {
      await host.create({ id: 'lou', ...ACCEPTED });
      await host.transaction(async (within) => {
        for (const answer of [true, false, true]) await host.update('lou', { policy_rule_cookie: answer }, within);
      });
      assert.deepEqual(await decisionsOf('lou'), ['age accepted', 'cookie accepted', 'privacy_terms accepted']);
    });

    test('one user whose commit cannot be followed up takes nothing from the others', async () => {
      const creating = host.transaction(async (within) => {
        for (const id of ['max', 'cannot-follow', 'may']) await host.create({ id, ...ACCEPTED }, within);
      });
      await assert.rejects(creating, /cannot follow cannot-follow/);
      for (const id of ['max', 'cannot-follow', 'may']) assert.deepEqual(await decisionsOf(id), BOTH);
      assert.deepEqual(
        [recorded, told],
        [
          ['max', 'may'],
          ['max', 'cannot-follow', 'may'],
        ],
      );
    });

    test('two recordings of one user at once in one transaction have numbers of their own', async () => {
      await host.create({ id: 'ned', ...ACCEPTED });
      await host.transaction((within) =>
        Promise.all([
          engine.recordPolicies(host.join(within), 'ned', { policy_rule_cookie: true }),
          engine.recordPolicies(host.join(within), 'ned', { policy_rule_age: false }),
        ]),
      );
      assert.deepEqual(await decisionsOf('ned'), ['age rejected', 'cookie accepted', 'privacy_terms accepted']);
    });

    if (kind === 'PostgreSQL') {
      test('a commit that PostgreSQL answers with a rollback is reported, and nothing follows from it', async () => {
        const creating = host.transaction(async (within) => {
          await host.create({ id: 'olga', ...ACCEPTED }, within);
          await assert.rejects(host.join(within).execute('select 1 / 0'));
        });
        await assert.rejects(creating, { code: 'database_transaction_failed' });
        assert.deepEqual([await isThere('olga'), await decisionsOf('olga'), recorded, told], [false, [], [], []]);
      });
    }

    test('statements about users without an instance do not take decisions', async () => {
      await host.create({ id: 'kim', ...ACCEPTED });
      const before = await events();
      for (const [title, statement] of Object.entries(host.refused ?? {})) {
        await assert.rejects(statement(), { code: 'database_misuse' }, title);
      }
      assert.equal(await events(), before);
    });

    test('other models are left alone', async () => {
      await host.addPlain('note');
      const { rows } = await host.database.execute('select id from notes');
      assert.deepEqual(rows, [{ id: 'note' }]);
    });

    test('more users than there are connections are created at once', async () => {
      const ids = Array.from({ length: 4 * POOL_SIZE }, (_, index) => `at-once-${index}`);
      if (host.oneAtATime) for (const id of ids) await host.create({ id, ...ACCEPTED });
      else await Promise.all(ids.map((id) => host.create({ id, ...ACCEPTED })));
      for (const id of ids) assert.deepEqual(await decisionsOf(id), BOTH);
      assert.deepEqual(recorded.toSorted(), ids.toSorted());
    });

    test('the ledger verifies', async () => {
      await engine.ledger.seal();
      assert.deepEqual((await engine.ledger.verify()).findings, []);
    });
  });
}

/** Engines on one database, browsers and people, with the model beside them: each operation is applied to both, and compared. */
import assert from 'node:assert/strict';
import type { Database, PolicyEngine } from 'policy-engine';
import { createPolicyEngine, PolicyEngineError } from 'policy-engine';
import { Computer, visitorIn } from '../../support/computer.ts';
import { ORIGIN } from '../support.ts';
import { Browser, type Decision, isPending, isSessionless, Model, type Rule, RULES, type Visitor } from './model.ts';
import { CLOCKS, COMPUTERS, type Operation, PEOPLE } from './operations.ts';

const DAY = 24 * 60 * 60 * 1000;
/** Between two operations. */
const STEP = 137;

interface Seat {
  readonly computer: Computer;
  browser: Browser;
  /** The signed-in account; null for nobody. */
  user: string | null;
}

export class World {
  readonly model: Model = new Model();
  readonly database: Database;
  readonly machines: PolicyEngine[];
  readonly #secret: string;
  readonly seats: Seat[];
  readonly people: string[];
  /** All erased accounts. */
  readonly erased: string[] = [];
  #clock: number;
  #asked: PolicyEngine;
  #clicks = 0;
  /** Makes the cached texts of processes expire. */
  readonly #growOld: () => void;

  constructor(database: Database, secret: string, growOld: () => void = () => {}) {
    this.#growOld = growOld;
    this.database = database;
    this.#secret = secret;
    this.#clock = Date.now();
    this.machines = CLOCKS.map((_, machine) => this.#machine(machine));
    this.#asked = this.machines[0]!;
    // Any machine may handle a request.
    const any = { fetch: (request: Request) => this.#asked.fetch(request) };
    this.seats = Array.from({ length: COMPUTERS }, () => {
      return { computer: new Computer(any, ORIGIN), browser: new Browser(), user: null };
    });
    this.people = Array.from({ length: PEOPLE }, (_, index) => `person-${index}-1`);
  }

  #machine(machine: number): PolicyEngine {
    return createPolicyEngine({
      database: this.database,
      ledgerKey: this.#secret,
      ledger: { batchSize: 3 },
      rules: RULES.map((name) => ({ name, sessionless: isSessionless(name), blocking: !isSessionless(name) })),
      currentUser: (request) => {
        const id = request.headers.get('x-user');
        return id === null ? null : { id, record: null };
      },
      isAdminMethod: ({ id }) => id === 'admin',
      writeLimit: false,
      logger: {
        error: (message, details) => {
          // Histories last for hours, but the database's clock does not.
          if (message === 'the clock of a host differs from that of the database') return;
          assert.fail(`${message}: ${JSON.stringify(details)}`);
        },
      },
      now: () => new Date(this.#at(machine)),
    });
  }

  #at(machine: number): number {
    return this.#clock + CLOCKS[machine]!;
  }

  /** One text of each rule, older than every imported decision. */
  async begin(): Promise<void> {
    this.#clock -= 10 * DAY;
    for (const rule of RULES) await this.do({ do: 'publish', machine: 0, rule, material: true });
    this.#clock += 10 * DAY;
  }

  /** Applies an operation, and compares the resulting state in its browser. */
  async do(operation: Operation): Promise<void> {
    this.#clock += STEP;
    if ('machine' in operation) this.#asked = this.machines[operation.machine]!;
    switch (operation.do) {
      case 'publish':
        return this.#publish(operation);
      case 'decide':
        await this.#decide(operation);
        break;
      case 'click twice':
        await this.#clickTwice(operation);
        break;
      case 'sign in':
        this.seats[operation.computer]!.user = this.people[operation.person]!;
        break;
      case 'adopt':
        await this.#adopt(operation);
        break;
      case 'sign out':
        await this.#signOut(operation);
        break;
      case 'leave':
        this.seats[operation.computer]!.user = null;
        break;
      case 'copy cookies':
        this.#copy(operation.from, operation.to);
        break;
      case 'plant':
        this.#plant(operation);
        break;
      case 'import':
        return this.#import(operation);
      case 'erase':
        return this.#erase(operation);
      case 'seal':
        await this.#asked.ledger.seal();
        this.model.seal(this.#at(operation.machine));
        return;
      case 'restart':
        this.machines[operation.machine] = this.#machine(operation.machine);
        return;
      case 'wait':
        this.#clock += operation.seconds * 1000;
        return;
    }
    const machine = 'machine' in operation ? operation.machine : 0;
    await this.look(this.seats['computer' in operation ? operation.computer : operation.to]!, machine);
  }

  async #publish({ rule, material, machine }: Operation & { do: 'publish' }): Promise<void> {
    const description = `# ${rule} ${this.model.versions.get(rule)!.length + 1} ${this.#clock}`;
    const body = { description, state: 'published', material };
    const sending = { user: 'admin', body };
    const admin = new Computer(this.#asked, ORIGIN);
    const { status, body: said } = await admin.json('POST', `/categories/${rule}/terms.json`, sending);
    const expected = this.model.publish(rule, material, this.#at(machine)) ? 201 : 409;
    assert.equal(status, expected, JSON.stringify(said));
    this.#growOld();
  }

  async #decide({ machine, computer, rule, decision }: Operation & { do: 'decide' }): Promise<void> {
    const seat = this.seats[computer]!;
    const verb = decision === 'accepted' ? 'accept' : 'reject';
    const { status, body } = await seat.computer.json('PUT', `/user_terms/${rule}/${verb}.json`, this.#as(seat));
    if (!this.#decided(seat, { machine, rule, decision })) {
      assert.equal(status, 401);
      return;
    }
    assert.deepEqual([status, (body as { state: string }).state], [200, decision]);
  }

  /** @returns false if nobody can decide */
  #decided(seat: Seat, { machine, rule, decision }: { machine: number; rule: Rule; decision: Decision }): boolean {
    const { user, browser } = seat;
    const at = this.#at(machine);
    if (user !== null) this.model.decide(user, browser, rule, decision, at);
    else if (isSessionless(rule)) this.model.visit(browser, rule, decision, at);
    else return (browser.arrive(null), false);
    return true;
  }

  async #clickTwice(click: Operation & { do: 'click twice' }): Promise<void> {
    const { machine, other, computer, rule, decision } = click;
    const seat = this.seats[computer]!;
    const sees = (one: number) => this.model.inForce(rule, this.#at(one)).version;
    // Two machines that show different texts are two decisions.
    const second = sees(machine) === sees(other) ? other : machine;
    const verb = decision === 'accepted' ? 'accept' : 'reject';
    this.#clicks += 1;
    const body = { click: `click-${this.#clicks}-${this.#clock}-of-a-page` };
    const sending = { method: 'PUT', body, ...this.#as(seat) };
    const [one, two] = [machine, second].map((at) =>
      this.machines[at]!.fetch(seat.computer.request(`/policies/user_terms/${rule}/${verb}.json`, sending)),
    );
    const answers = await Promise.all([one!, two!]);
    for (const { headers } of answers) seat.computer.keep(headers.getSetCookie());
    const expected = this.#decided(seat, { machine, rule, decision }) ? 200 : 401;
    assert.deepEqual(
      answers.map(({ status }) => status),
      [expected, expected],
    );
  }

  async #adopt({ machine, computer, rules }: Operation & { do: 'adopt' }): Promise<void> {
    const seat = this.seats[computer]!;
    const { user, browser } = seat;
    const context = this.#asked.consentContext(
      seat.computer.request('/sign-in', { method: 'POST', ...this.#as(seat) }),
    );
    const outcomes: string[] = [];
    for (const rule of rules) {
      const outcome = context.adoptVisitorDecision(rule).then(
        () => 'adopted',
        (error: unknown) => (error instanceof PolicyEngineError ? error.code : Promise.reject(error)),
      );
      outcomes.push(await outcome);
    }
    seat.computer.keep(context.policyCookies());
    if (user === null) {
      assert.deepEqual(new Set(outcomes), new Set(['sign_in_required']));
      return;
    }
    const expected = this.model.adopt(user, browser, rules, this.#at(machine));
    assert.deepEqual(
      outcomes,
      expected.map((isDone) => (isDone ? 'adopted' : 'nothing_to_adopt')),
    );
  }

  async #signOut({ computer }: Operation & { do: 'sign out' }): Promise<void> {
    const seat = this.seats[computer]!;
    seat.computer.keep(await this.#asked.signedOut(seat.computer.request('/', this.#as(seat))));
    seat.user = null;
    seat.browser.arrive(null);
  }

  #copy(from: number, to: number): void {
    const [one, other] = [this.seats[from]!, this.seats[to]!];
    if (one === other) return;
    other.computer.cookies.clear();
    for (const [name, value] of one.computer.cookies) other.computer.cookies.set(name, value);
    other.browser = one.browser.copy();
    other.user = null;
  }

  #plant({ computer, rule, decision }: Operation & { do: 'plant' }): void {
    const seat = this.seats[computer]!;
    seat.computer.cookies.set(`policy_rule_${rule}`, decision);
    seat.computer.cookies.delete(`policy_rule_${rule}_version`);
    seat.browser.plain.set(rule, { decision, version: null });
  }

  async #import({ person, rule, decision, daysAgo }: Operation & { do: 'import' }): Promise<void> {
    const user = this.people[person]!;
    const at = Math.floor(this.#clock / DAY - daysAgo) * DAY;
    const row = { user_id: user, rule, version: 1, decision, at: new Date(at).toISOString() };
    await this.#asked.importDecisions([row]);
    this.model.import(user, rule, decision, at);
  }

  /** A later user of the same ID is a new person. */
  async #erase({ person }: Operation & { do: 'erase' }): Promise<void> {
    const user = this.people[person]!;
    assert.equal(await this.#asked.ledger.erase(user), this.model.erase(user), `events of ${user}`);
    this.erased.push(user);
    this.people[person] = `person-${person}-${this.erased.length + 1}`;
    for (const seat of this.seats) if (seat.user === user) seat.user = null;
  }

  #as({ user }: Seat): { user?: string } {
    return user === null ? {} : { user };
  }

  /** Compares the state of each rule in a browser. */
  async look(seat: Seat, machine: number): Promise<void> {
    const { user, browser, computer } = seat;
    const at = this.#at(machine);
    this.#asked = this.machines[machine]!;
    const expected = RULES.map((rule) => this.model.answer(user, browser, rule, at));
    const said = await Promise.all(
      RULES.map((rule) => computer.json('GET', `/user_terms/${rule}.json`, this.#as(seat))),
    );
    for (const [index, rule] of RULES.entries()) {
      const { state, browser: here, unproved, version } = said[index]!.body as ReturnType<Model['answer']>;
      assert.deepEqual({ state, browser: here, unproved, version }, expected[index], `${rule} for ${user}`);
    }
    this.#recognise(browser.visitor, visitorIn(computer));
    if (user !== null) await this.#lookAtAccount(user, seat, expected);
  }

  async #lookAtAccount(user: string, seat: Seat, expected: readonly ReturnType<Model['answer']>[]): Promise<void> {
    const at = this.#at(this.machines.indexOf(this.#asked));
    const { body } = await seat.computer.json('GET', '/user_terms/pending.json', { user });
    assert.deepEqual(
      (body as { name: string }[]).map(({ name }) => name),
      RULES.filter((rule, index) => isPending(rule, expected[index]!)),
    );
    const alone = this.#asked.policiesOf({ id: user }) as unknown as Record<string, () => Promise<boolean>>;
    for (const rule of RULES) {
      const isAccepted = this.model.accountState(user, rule, at) === 'accepted';
      const helper = `hasConsented${rule.charAt(0).toUpperCase()}${rule.slice(1)}`;
      assert.equal(await alone[helper]!(), isAccepted, `${rule} for ${user} without a browser`);
    }
  }

  #recognise(visitor: Visitor | null, id: string | undefined): void {
    if (visitor !== null) visitor.id ??= id;
    assert.equal(id, visitor?.id, 'the visitor of the browser');
  }

  /** Advances all clocks to a moment when every text is in force. */
  settle(): void {
    this.#clock += 60_000;
    this.#growOld();
  }
}

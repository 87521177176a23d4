/** People with an account: they sign up, decide, order, and change their decisions. */
import { findByEmail, insertUser, type User } from 'storefront/accounts/users';
import { orderLines } from 'storefront/orders/cart';
import { placeOrder } from 'storefront/orders/orders';
import { products } from 'storefront/catalogue';
import { type SamplePerson, samplePeople } from './people.ts';
import { VERSIONS } from './texts.ts';
import { daysOf, rush, someAnswer, timeOfDay } from './visitors.ts';
import { DAY, HOUR, SampleBrowser, type World } from './world.ts';

/** Accounts that are opened on an ordinary day. */
const ACCOUNTS = 0.38;

/** A person with an account. */
export interface Member {
  readonly user: User;
  readonly browser: SampleBrowser;
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Whether the person already has a request, so that they get no other one. */
  asked: boolean;
  /** Whether the account is closed. */
  gone: boolean;
}

/** Schedules people who open accounts. @returns a list of those who have opened one so far, in order of time */
export function planMembers(world: World): readonly Member[] {
  const { random, timeline, end } = world;
  const members: Member[] = [];
  const people = samplePeople(random, 320);
  for (const one of daysOf(end)) {
    for (let left = rush(random, one, ACCOUNTS); left > 0; left -= 1) {
      const person = people.shift();
      const at = timeOfDay(random, one.day) + 60_000;
      if (person !== undefined) timeline.add(at, async () => void members.push(await join(world, person)));
    }
  }
  return members;
}

async function join(world: World, person: SamplePerson): Promise<Member> {
  const { random, clock } = world;
  const browser = new SampleBrowser(world, { locale: person.locale, gpc: random.happens(0.05) });
  const isKnown = random.happens(0.3);
  if (isKnown) await browser.answer(someAnswer(world));
  const user = await signUp(world, person, browser);
  if (isKnown) await takeOver(world, user, browser);
  else if (random.happens(0.7)) await browser.answer(someAnswer(world), user);
  const member = { user, browser, since: clock.now().getTime(), asked: false, gone: false };
  planOrders(world, member);
  planDecisions(world, member);
  return member;
}

/** Like `POST /users`: stores the account and its acceptances in one transaction. */
async function signUp(world: World, person: SamplePerson, browser: SampleBrowser): Promise<User> {
  const { database, engine, passwordHash, clock } = world;
  const texts = await engine.policyTexts();
  const shown = Object.fromEntries(texts.map(({ field, version }) => [field, version]));
  const boxes = { policy_rule_age: '1', policy_rule_terms: '1', ...shown };
  const request = browser.request('POST', '/users');
  const evidence = { request, ip: browser.address, locale: person.locale };
  const { user, recorded } = await database.transaction(async (transaction) => {
    const since = clock.now();
    const created = await insertUser(transaction, { ...person, passwordHash, since });
    return { user: created, recorded: await engine.recordPolicies(transaction, created.id, boxes, evidence) };
  });
  browser.keep(await recorded.afterCommit());
  return user;
}

/** Like `POST /take-over`. */
async function takeOver({ engine }: World, user: User, browser: SampleBrowser): Promise<void> {
  const consent = engine.consentContext(browser.request('POST', '/take-over', { user }), { ip: browser.address });
  for (const { rule } of await consent.adoptableDecisions()) await consent.adoptVisitorDecision(rule);
  browser.keep(consent.policyCookies());
}

function planOrders({ random, timeline, database, end }: World, { user, since }: Member): void {
  for (
    let left = random.weighted([
      [0, 4],
      [1, 4],
      [2, 2],
      [5, 1],
    ] as const);
    left > 0;
    left -= 1
  ) {
    const at = since + random.between(0, 150) * DAY + random.between(0, HOUR);
    if (at > end) continue;
    timeline.add(at, async () => {
      const chosen = [random.pick(SOLD), random.pick(SOLD)].slice(random.between(0, 1));
      const lines = orderLines([...new Set(chosen)].map((product) => ({ product, quantity: random.between(1, 2) })));
      const [street, city] = random.pick(PLACES);
      const address = { recipient: user.name, street: `${street} ${random.between(1, 140)}`, postcode: '20457', city };
      await placeOrder(database, user.id, { lines, address, placedAt: new Date(at) }).catch(ignoreClosed);
    });
  }
}

/** A street and a city. */
type Place = readonly [string, string];

const SOLD = products as unknown as [(typeof products)[number], ...(typeof products)[number][]];
const PLACES: readonly [Place, ...Place[]] = [
  ['Harbour Street', 'Hamburg'],
  ['Rue des Lilas', 'Lyon'],
  ['Calle del Prado', 'Madrid'],
  ['Çınar Sokak', 'İzmir'],
  ['Canal Row', 'Leeds'],
];

/** The account was closed before the order, so there is no order. */
function ignoreClosed(error: unknown): void {
  if (!/foreign key/i.test(String(error))) throw error;
}

/** Later decisions: on a changed text, or different from earlier ones. */
function planDecisions(world: World, member: Member): void {
  const { random, timeline, end } = world;
  const { browser, user, since } = member;
  const act = (at: number, decide: () => Promise<unknown>): void =>
    timeline.add(at, async () => {
      if (!member.gone) await decide();
    });
  for (const { rule, version, daysAgo, material = true } of VERSIONS) {
    const at = end - daysAgo * DAY;
    if (version === 1 || !material || at < since) continue;
    const when = at + random.between(0, 70) * DAY + random.between(0, HOUR);
    if (rule === 'terms' && random.happens(0.72)) {
      const verb = random.happens(0.93) ? 'accept' : 'reject';
      act(when, () => browser.send('PUT', `/user_terms/${rule}/${verb}.json`, { user }));
    } else if (random.happens(0.55)) act(when, () => browser.answer(someAnswer(world), user));
  }
  if (random.happens(0.09)) {
    const when = since + random.between(3, 120) * DAY;
    act(when, () => browser.send('PUT', '/user_terms/cookie/reject.json', { user }));
  }
}

/** A history for the demo accounts: one has pending decisions, one has none. */
export async function planDemoAccounts(world: World): Promise<readonly Member[]> {
  const { timeline, end } = world;
  const account = async (email: string): Promise<Member> => {
    const found = await findByEmail(world.database, email);
    if (found === undefined) throw new Error(`there is no account ${email}`);
    const browser = new SampleBrowser(world, { locale: 'en' });
    return { user: found.user, browser, since: end - 400 * DAY, asked: true, gone: false };
  };
  const open = await account('user@example.test');
  const settled = await account('other@example.test');
  const both = { user: { policy_rule_age: true, policy_rule_terms: true } };
  for (const { browser, user } of [open, settled]) {
    timeline.add(end - 352 * DAY, () => browser.send('PUT', '/user_terms/accept_multiples.json', { user, body: both }));
    timeline.add(end - 351 * DAY, () => browser.answer({ cookie: user === settled.user }, user));
  }
  const { browser, user } = settled;
  timeline.add(end - 205 * DAY, () => browser.answer({ cookie: true, media: true }, user));
  timeline.add(end - 110 * DAY, () => browser.send('PUT', '/user_terms/terms/accept.json', { user }));
  timeline.add(end - 40 * DAY, () => browser.answer({ cookie: false, media: true }, user));
  return [open, settled];
}

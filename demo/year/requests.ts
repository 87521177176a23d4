/** The requests of people, and the responses of administrators. */
import type { User } from 'storefront/accounts/users';
import type { Member } from './members.ts';
import type { SampleParcels } from './parcels.ts';
import { Random } from './random.ts';
import { DAY, HOUR, SampleBrowser, type World } from './world.ts';

/** The course of a request: what an administrator does some days after it was made. */
type Answer =
  | { readonly after: number; readonly act: 'confirm'; readonly fails?: true }
  | { readonly after: number; readonly act: 'deny' | 'extend' | 'hold'; readonly reason: string }
  /** The person withdraws it. */
  | { readonly after: number; readonly act: 'cancel' };

interface Story {
  readonly daysAgo: number;
  /** If it is missing, nothing has been done yet. */
  readonly answer?: Answer;
  /** The note that an administrator writes on the next day, for the others. */
  readonly note?: string;
  /** What is written about it, in both directions, some days after it was made; the first administrator takes it. */
  readonly letters?: readonly Letter[];
  /** Why a denied one is reopened, some days after it was made. */
  readonly reopening?: { readonly after: number; readonly reason: string };
}

interface Letter {
  readonly after: number;
  readonly from: 'administrator' | 'person';
  readonly body: string;
  /** Name and text of a file with it. */
  readonly file?: readonly [name: string, content: string];
}

const UNKNOWN =
  'We could not find out whether the request was yours: the address it came from is not that of the account.';
const REPEATED = 'You got a copy three weeks ago, and nothing has changed since. Ask again whenever you like.';

/** Old access requests that are completed, one every third week. */
const LONG_AGO: readonly Story[] = Array.from({ length: 14 }, (_, index): Story => {
  const answer: Answer =
    index % 5 === 3 ? { after: 6, act: 'deny', reason: REPEATED } : { after: 1 + (index % 9), act: 'confirm' };
  return { daysAgo: 342 - index * 20, answer };
});

const COPIES: readonly Story[] = [
  ...LONG_AGO,
  {
    daysAgo: 52,
    answer: {
      after: 24,
      act: 'extend',
      reason: 'Your orders are in two systems, and the older one has to be read by hand.',
    },
  },
  { daysAgo: 41, note: 'Asked for it by telephone, too. Wants the invoices as well.' },
  { daysAgo: 36 },
  { daysAgo: 28 },
  {
    daysAgo: 26,
    letters: [
      { after: 2, from: 'administrator', body: 'Do you also want the orders that you placed by telephone?' },
      {
        after: 3,
        from: 'person',
        body: 'Yes, please. The number of one of them is in the file.',
        file: ['order.txt', 'Order 1042, placed by telephone in spring.\n'],
      },
      { after: 5, from: 'administrator', body: 'Thank you. We found three, and they will be in your copy.' },
    ],
  },
  { daysAgo: 22, answer: { after: 3, act: 'confirm' } },
  {
    daysAgo: 15,
    answer: { after: 1, act: 'deny', reason: UNKNOWN },
    reopening: {
      after: 4,
      reason: 'Your letter arrived, and we know now that the request is yours. We go on with it.',
    },
  },
  { daysAgo: 9, answer: { after: 2, act: 'confirm', fails: true } },
  { daysAgo: 8, answer: { after: 1, act: 'confirm' } },
  { daysAgo: 4 },
  { daysAgo: 1 },
];

const ERASURES: readonly Story[] = [
  ...[297, 251, 203, 164, 120, 88, 33, 19].map((daysAgo): Story => ({ daysAgo, answer: { after: 2, act: 'confirm' } })),
  { daysAgo: 58, answer: { after: 1, act: 'confirm', fails: true } },
  { daysAgo: 71, answer: { after: 5, act: 'deny', reason: UNKNOWN } },
  { daysAgo: 44, answer: { after: 1, act: 'cancel' } },
  { daysAgo: 25 },
  {
    daysAgo: 16,
    answer: {
      after: 2,
      act: 'hold',
      reason: 'An order of yours is in dispute. We need its papers until that is settled (Art. 17(3)(e)).',
    },
  },
  { daysAgo: 5, note: 'One parcel is on its way to them. Wait until it is delivered.' },
];

/** Failures on some days. */
export interface Failures {
  /** Of the disk to which exports are written. */
  diskIsFull: boolean;
  readonly parcels: SampleParcels;
}

/** The dependencies of the requests. */
export interface RequestsPlan {
  readonly members: readonly Member[];
  readonly administrators: readonly [User, User];
  readonly failures: Failures;
}

interface Kind {
  /** The kind, as named by the engine. */
  readonly name: string;
  readonly own: string;
  readonly all: string;
  /** The message of the person. */
  readonly body?: unknown;
  readonly method: 'POST' | 'PUT';
}

const COPY: Kind = {
  name: 'portability',
  own: '/user_portability_requests',
  all: '/portability_requests',
  method: 'POST',
};
/** A person who requests erasure enters their password again. */
const ERASURE: Kind = {
  name: 'erasure',
  own: '/user_erasure_requests',
  all: '/erasure_requests',
  body: { password: 'demo' },
  method: 'PUT',
};

/** Schedules access and erasure requests of people, and the responses of administrators. */
export function planRequests(world: World, plan: RequestsPlan): void {
  for (const [index, story] of COPIES.entries()) planStory(world, plan, { kind: COPY, story, index });
  for (const [index, story] of ERASURES.entries()) planStory(world, plan, { kind: ERASURE, story, index });
}

/** An access request of one of the demo accounts. */
export function planOwnCopy(world: World, plan: RequestsPlan, member: Member): void {
  const story: Story = { daysAgo: 12, answer: { after: 2, act: 'confirm' } };
  planStory(world, plan, { kind: COPY, story, index: 0, member });
}

interface Telling {
  readonly kind: Kind;
  readonly story: Story;
  readonly index: number;
  /** Default: a person whose account is at least a week old. */
  readonly member?: Member;
}

function planStory(world: World, plan: RequestsPlan, { kind, story, index, member }: Telling): void {
  const { timeline, clock, end, random } = world;
  const at = end - story.daysAgo * DAY - random.between(0, 9) * HOUR;
  timeline.add(at, async () => {
    const who = member ?? plan.members.find(({ asked, since }) => !asked && since < clock.now().getTime() - 7 * DAY);
    if (who === undefined) return;
    who.asked = true;
    const { id } = (await who.browser.send('POST', `${kind.own}.json`, { user: who.user, body: kind.body ?? {} })) as {
      id: string;
    };
    const { answer, note, reopening } = story;
    const administrator = plan.administrators[index % 2] ?? plan.administrators[0];
    if (note !== undefined) planNote(world, { kind, id, note, administrator });
    planLetters(world, { kind, id, who, administrator, at, letters: story.letters ?? [] });
    if (reopening !== undefined) {
      const again = { user: administrator, body: { reason: reopening.reason } };
      timeline.add(at + reopening.after * DAY, () =>
        deskOf(aside(world, index)).send(kind.method, `${kind.all}/${id}/reopen.json`, again),
      );
    }
    if (answer === undefined) return;
    const when = at + answer.after * DAY + random.between(0, 5) * HOUR;
    timeline.add(when, () => tell(world, plan.failures, { kind, id, answer, who, administrator }));
  });
}

function planNote(
  world: World,
  { kind, id, note, administrator }: Pick<Asked, 'kind' | 'id' | 'administrator'> & { readonly note: string },
): void {
  const options = { user: administrator, body: { body: note } };
  world.timeline.add(world.clock.now().getTime() + DAY, () =>
    deskOf(world).send('POST', `/requests/${kind.name}/${id}/notes.json`, options),
  );
}

const deskOf = (world: World): SampleBrowser => new SampleBrowser(world, { locale: 'en' });

/** The world with chances of its own: what is told here changes nothing of the rest of the year. */
const aside = (world: World, seed: number): World => ({ ...world, random: new Random(seed) });

function planLetters(
  world: World,
  asked: Pick<Asked, 'kind' | 'id' | 'who' | 'administrator'> & {
    readonly at: number;
    readonly letters: readonly Letter[];
  },
): void {
  const { kind, id, who, administrator, at, letters } = asked;
  const own = aside(world, letters.length);
  for (const [index, { after, from, body, file }] of letters.entries()) {
    const files = file === undefined ? [] : [{ name: file[0], content: Buffer.from(file[1]).toString('base64') }];
    world.timeline.add(at + after * DAY, async () => {
      if (index === 0) {
        const mine = { user: administrator, body: { assignee: administrator.id } };
        await deskOf(own).send('PUT', `/requests/${kind.name}/${id}/assignment.json`, mine);
      }
      if (from === 'administrator') {
        const sent = { user: administrator, body: { body, files } };
        await deskOf(own).send('POST', `/requests/${kind.name}/${id}/messages.json`, sent);
      } else {
        const answer = { user: who.user, body: { body, files } };
        const { locale } = who.browser;
        await new SampleBrowser(own, { locale }).send('POST', `/request_messages/${kind.name}/${id}.json`, answer);
      }
    });
  }
}

interface Asked {
  readonly kind: Kind;
  readonly id: string;
  readonly answer: Answer;
  readonly who: Member;
  readonly administrator: User;
}

async function tell(world: World, failures: Failures, { kind, id, answer, who, administrator }: Asked): Promise<void> {
  if (answer.act === 'cancel') {
    await who.browser.send('DELETE', `${kind.own}/${id}.json`, { user: who.user });
    return;
  }
  const body = 'reason' in answer ? { reason: answer.reason } : {};
  await deskOf(world).send(kind.method, `${kind.all}/${id}/${answer.act}.json`, { user: administrator, body });
  if (answer.act !== 'confirm') return;
  const fails = answer.fails === true;
  if (kind === ERASURE) {
    who.gone = true;
    if (fails) planOutage(world, failures.parcels);
    await world.engine.jobs.runDue();
    return;
  }
  failures.diskIsFull = fails;
  await untilGivenUp(world, fails ? TRIES : 1);
  failures.diskIsFull = false;
}

/** More often than the maximum number of attempts of a job. */
const TRIES = 14;

/** Runs the background jobs a number of times. A failed job waits for up to an hour in between. */
async function untilGivenUp({ engine, clock }: World, times: number): Promise<void> {
  for (let left = times; left > 0; left -= 1) {
    await engine.jobs.runDue();
    if (left > 1) clock.set(clock.now().getTime() + HOUR + 60_000);
  }
}

/** Long enough for an event to the parcel service to fail permanently. */
function planOutage({ timeline, clock, engine }: World, parcels: SampleParcels): void {
  parcels.isDown = true;
  const begin = clock.now().getTime();
  for (let times = 1; times <= 11; times += 1) {
    timeline.add(begin + times * 27 * HOUR, async () => {
      await engine.jobs.runDue();
      parcels.isDown = times < 11;
    });
  }
}

/**
 * Pages whose final document is known from their construction. A page has marks, each of which appears at the end of a chain
 * of steps. Based on the definition of `complete` in docs/complete.md, not on the code that decides.
 */
import fc from 'fast-check';

/** One step that a page waits for before the next one. Times are in milliseconds. */
export type Step =
  /** A timer of the page. */
  | { do: 'timer'; wait: number }
  /** A text timer: `setTimeout('code')`. */
  | { do: 'text-timer'; wait: number }
  /** An interval that ends after a number of calls, and continues with the next step. */
  | { do: 'interval'; wait: number; times: number }
  | { do: 'frames'; count: number }
  | { do: 'idle' }
  | { do: 'task' }
  /** Consecutive tasks that each compute for a time, as in frameworks. */
  | { do: 'slices' | 'toggles'; count: number; busy: number }
  /** Consecutive tasks of the scheduler, as many continuations of one task, or idle callbacks. */
  | {
      do: 'posted';
      priority: 'user-blocking' | 'user-visible' | 'background' | 'changing';
      count: number;
      busy: number;
    }
  | { do: 'yields'; from: 'script' | 'background'; count: number; busy: number }
  | { do: 'idles'; timeout: number; count: number; busy: number }
  /** The same in turns, with messages, timers and frames in between. */
  | { do: 'mixed'; count: number; busy: number }
  /** A task that is posted with a delay. */
  | { do: 'delayed-task'; priority: 'user-visible' | 'background'; wait: number }
  /** Observers, each created when the previous one is called. */
  | { do: 'observers'; count: number }
  | { do: 'fetch'; wait: number }
  | { do: 'xhr'; wait: number }
  /** A body that comes in parts, each with a delay after the previous one. */
  | { do: 'stream'; gap: number; parts: number }
  /** The same, read in parts. */
  | { do: 'parts'; gap: number; parts: number }
  /** A response whose body never comes, and is not read. */
  | { do: 'head'; wait: number }
  | { do: 'import'; wait: number }
  | { do: 'script'; wait: number }
  | { do: 'image'; wait: number }
  | { do: 'worker'; waits: readonly WorkerStep[] }
  /** An event source or a socket, whose message comes after a delay, and which is then closed. */
  | { do: 'event-source'; wait: number }
  | { do: 'socket'; wait: number }
  /** Work of the browser itself for the page, which takes some tens of milliseconds. */
  | { do: 'derive'; iterations: number }
  | { do: 'database' }
  /** A part far below, which is created when it becomes visible. */
  | { do: 'far' }
  | { do: 'mutation' }
  | { do: 'intersection' }
  | { do: 'resize' }
  | { do: 'element' }
  /** A frame that runs its own timer or request, and then sends a message. */
  | { do: 'frame'; kind: 'srcdoc' | 'same-origin' | 'other-site'; by: FrameWork; wait: number }
  | { do: 'transition'; wait: number };

/** What a frame does before it sends its message: tasks and idle callbacks compute in short parts. */
export const FRAME_WORK = ['timer', 'fetch', 'tasks', 'idles'] as const;
export type FrameWork = (typeof FRAME_WORK)[number];

/** What a web worker does before it replies. */
export type WorkerStep = { do: 'timer' | 'fetch' | 'busy' | 'tasks' | 'yields'; wait: number };

/** Where a mark is inserted. */
export type Place = 'app' | 'open shadow' | 'closed shadow' | 'attribute';

export interface Mark {
  name: string;
  steps: readonly Step[];
  place: Place;
}

/** A page, and optionally the page to which it navigates. */
export interface OraclePage {
  marks: readonly Mark[];
  /** The content of the page before its script runs, which the script removes: nothing, the marks, or something else. */
  before: 'nothing' | 'marks' | 'skeleton';
  /** For how long an image delays the load event. */
  loadAfter: number;
  /** The page navigates after these steps; its own marks are not checked. */
  next?: { steps: readonly Step[]; by: 'replace' | 'refresh' | 'slow refresh'; page: OraclePage };
}

/** The bounds of the definition. */
export const BOUNDS = { timer: 2_000, afterRequest: 500, message: 1_500, work: 5_000, busy: 2_000 } as const;

/** Whether a mark must exist, or may be missing if something is reported as pending. */
export function isDue(mark: Mark, { loadAfter, marks }: OraclePage, slack: number): boolean {
  const { steps } = mark;
  const others = Math.max(0, ...marks.filter((one) => one !== mark).map(longest));
  const bound = loadAfter + BOUNDS.timer;
  /** The latest time of the chain that must be waited for, and the end of the last request; from the start of the page. */
  let at = 0;
  let requestEnd = -Infinity;
  return steps.every((step, index) => {
    const late = index * slack;
    const timer = (wait: number) => {
      at += wait;
      return at + late <= bound || at + late <= requestEnd + BOUNDS.afterRequest;
    };
    const request = (wait: number) => {
      at += wait;
      requestEnd = at;
      return true;
    };
    const message = (wait: number) => {
      const isMadeInTime = at + late <= bound || at + late <= requestEnd + BOUNDS.afterRequest;
      at += wait;
      return isMadeInTime && wait + slack <= BOUNDS.message;
    };
    const inWorker = (one: WorkerStep) => {
      if (one.do === 'timer') return timer(one.wait);
      if (one.do === 'fetch') return request(one.wait);
      at += one.wait;
      return true;
    };
    switch (step.do) {
      case 'timer':
      case 'text-timer':
      case 'delayed-task':
      case 'transition':
        return timer(step.wait);
      case 'interval':
        return timer(step.wait * step.times);
      case 'frames':
      case 'observers':
        return timer(step.count * 17);
      case 'idle':
      case 'task':
        return timer(0);
      case 'slices':
      case 'toggles':
      case 'posted':
      case 'yields':
        return timer(step.count * step.busy);
      case 'idles':
      case 'mixed':
        // An idle callback may come as late as the next frame that leaves time for it.
        return timer(step.count * (step.busy + 50));
      case 'stream':
      case 'parts':
        request(step.gap * step.parts);
        return step.gap + slack <= BOUNDS.message;
      case 'event-source':
      case 'socket':
        return message(step.wait);
      case 'worker':
        return request(0) && step.waits.every(inWorker);
      case 'frame':
        // The frame is a request, except if its content is in the page.
        if (step.kind !== 'srcdoc') request(0);
        return step.by === 'fetch' ? request(step.wait) : timer(step.by === 'idles' ? step.wait * 3 : step.wait);
      case 'fetch':
      case 'head':
      case 'xhr':
      case 'import':
      case 'script':
      case 'image':
        return request(step.wait);
      case 'far':
        // It is checked when everything else is complete.
        at = Math.max(at, others, loadAfter);
        return true;
      default:
        return true;
    }
  });
}

/** Maximum total waiting time of the steps of a mark, in milliseconds. */
function longest({ steps }: Mark): number {
  return steps.reduce((sum, step) => sum + waitOf(step), 0);
}

function waitOf(step: Step | WorkerStep): number {
  if ('times' in step) return step.wait * step.times;
  if ('gap' in step) return step.gap * step.parts;
  if ('busy' in step) return step.count * step.busy;
  if ('count' in step) return step.count * 17;
  if ('waits' in step) return step.waits.reduce((sum, one) => sum + waitOf(one), 0);
  return 'wait' in step ? step.wait : 0;
}

/** Short times, and times on both sides of a bound: a tenth below it, and a tenth above. */
const around = (bound: number) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: bound / 4 }) },
    { weight: 2, arbitrary: fc.constantFrom(bound * 0.5, bound * 0.9) },
    { weight: 1, arbitrary: fc.constantFrom(bound * 1.1) },
  );
const short = fc.integer({ min: 0, max: 400 });

const workerStep: fc.Arbitrary<WorkerStep> = fc.record({
  do: fc.constantFrom('timer', 'fetch', 'busy', 'tasks', 'yields'),
  wait: short,
});
/** The parts in which something is computed. */
const parts = { count: fc.integer({ min: 1, max: 15 }), busy: fc.constantFrom(2, 5, 20, 60) };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('timer', 'text-timer'), wait: around(BOUNDS.timer) }),
  fc.record({
    do: fc.constant('interval'),
    wait: fc.integer({ min: 10, max: 200 }),
    times: fc.integer({ min: 1, max: 5 }),
  }),
  fc.record({ do: fc.constantFrom('frames', 'observers'), count: fc.integer({ min: 1, max: 10 }) }),
  fc.record({
    do: fc.constantFrom('idle', 'task', 'mutation', 'intersection', 'resize', 'element', 'database', 'far'),
  }),
  fc.record({
    do: fc.constantFrom('slices', 'toggles'),
    count: fc.integer({ min: 1, max: 10 }),
    busy: fc.constantFrom(2, 5, 20),
  }),
  fc.record({
    do: fc.constant('posted'),
    priority: fc.constantFrom('user-blocking', 'user-visible', 'background', 'changing'),
    ...parts,
  }),
  fc.record({ do: fc.constant('yields'), from: fc.constantFrom('script', 'background'), ...parts }),
  fc.record({ do: fc.constant('idles'), timeout: fc.constantFrom(0, 30), ...parts }),
  fc.record({ do: fc.constant('mixed'), ...parts }),
  fc.record({
    do: fc.constant('delayed-task'),
    priority: fc.constantFrom('user-visible', 'background'),
    wait: around(BOUNDS.timer),
  }),
  fc.record({
    do: fc.constantFrom('fetch', 'head', 'xhr', 'import', 'script', 'image'),
    wait: fc.oneof(short, fc.constant(1_200)),
  }),
  fc.record({
    do: fc.constantFrom('stream', 'parts'),
    gap: around(BOUNDS.message).map((gap) => Math.round(gap)),
    parts: fc.integer({ min: 1, max: 3 }),
  }),
  fc.record({ do: fc.constant('derive'), iterations: fc.constant(100_000) }),
  fc.record({ do: fc.constant('worker'), waits: fc.array(workerStep, { maxLength: 3 }) }),
  fc.record({ do: fc.constantFrom('event-source', 'socket'), wait: around(BOUNDS.message) }),
  fc.record({
    do: fc.constant('frame'),
    kind: fc.constantFrom('srcdoc', 'same-origin', 'other-site'),
    by: fc.constantFrom(...FRAME_WORK),
    wait: short,
  }),
  fc.record({ do: fc.constant('transition'), wait: fc.integer({ min: 50, max: 500 }) }),
);

/** Few chains are long, because each step takes time. */
const steps = fc.oneof(
  { weight: 6, arbitrary: fc.array(step, { maxLength: 2 }) },
  { weight: 2, arbitrary: fc.array(step, { minLength: 3, maxLength: 4 }) },
  { weight: 1, arbitrary: fc.array(step, { minLength: 5, maxLength: 8 }) },
);

const pageWith = (prefix: string): fc.Arbitrary<OraclePage> =>
  fc.record({
    marks: fc
      .array(fc.record({ steps, place: fc.constantFrom<Place>('app', 'open shadow', 'closed shadow', 'attribute') }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((marks) => marks.map((mark, index) => ({ ...mark, name: `${prefix}-${index}` }))),
    before: fc.constantFrom('nothing', 'marks', 'skeleton'),
    loadAfter: fc.constantFrom(0, 0, 0, 800),
  });

/** A few steps that are all waited for, so that the page navigates. */
const surely = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('timer'), wait: fc.integer({ min: 0, max: 300 }) }),
    fc.record({ do: fc.constantFrom('fetch', 'image'), wait: short }),
  ),
  { maxLength: 2 },
);

/** A random page within the definition. */
export const oraclePage: fc.Arbitrary<OraclePage> = fc.oneof(
  { weight: 8, arbitrary: pageWith('mark') },
  {
    weight: 1,
    arbitrary: fc
      .tuple(
        pageWith('left'),
        surely,
        fc.constantFrom<NonNullable<OraclePage['next']>['by']>('replace', 'refresh', 'slow refresh'),
        pageWith('mark'),
      )
      .map(([{ marks, before }, steps, by, page]) => ({ marks, before, loadAfter: 0, next: { steps, by, page } })),
  },
);

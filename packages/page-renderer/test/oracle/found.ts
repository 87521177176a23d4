import type { Mark, OraclePage, Step } from './pages.ts';

const mark = (steps: readonly Step[], name = 'mark-0'): Mark => ({ name, steps, place: 'app' });
const page = (...steps: Step[]): OraclePage => ({ marks: [mark(steps)], before: 'nothing', loadAfter: 0 });

/** Pages that were once judged wrongly, reduced to the smallest pages that show the error. */
export const FOUND: readonly OraclePage[] = [
  // Timers of a web worker were missed: it has none yet while it waits to run.
  page({
    do: 'worker',
    waits: [
      { do: 'busy', wait: 371 },
      { do: 'timer', wait: 383 },
      { do: 'fetch', wait: 167 },
    ],
  }),
  // A web worker that started slowly was checked once, just before it started.
  page(
    { do: 'transition', wait: 273 },
    {
      do: 'worker',
      waits: [
        { do: 'busy', wait: 256 },
        { do: 'busy', wait: 139 },
        { do: 'busy', wait: 110 },
      ],
    },
    { do: 'text-timer', wait: 1_000 },
  ),
  // A frame of another origin in the same process was not checked.
  page({ do: 'frame', kind: 'other-site', by: 'timer', wait: 900 }),
  // A page that computes in short tasks was missed: none of them is a timer or a request.
  page({ do: 'slices', count: 30, busy: 50 }),
  page({ do: 'toggles', count: 30, busy: 50 }),
  // Tasks of the lowest priority were missed, each posted by the previous one: the check has that priority, too.
  page({ do: 'timer', wait: 1_800 }, { do: 'posted', priority: 'background', count: 15, busy: 60 }),
  page({ do: 'timer', wait: 1_800 }, { do: 'worker', waits: [{ do: 'tasks', wait: 900 }] }),
  // Messages of a web worker after the last timers were not waited for.
  page(
    { do: 'stream', gap: 750, parts: 2 },
    {
      do: 'worker',
      waits: [
        { do: 'busy', wait: 307 },
        { do: 'busy', wait: 326 },
      ],
    },
    { do: 'toggles', count: 7, busy: 20 },
    { do: 'frame', kind: 'srcdoc', by: 'fetch', wait: 157 },
  ),
  // A transition had ended by its clock, but its end event came only with the next frame.
  {
    ...page(),
    next: {
      steps: [],
      by: 'refresh',
      page: page(
        { do: 'text-timer', wait: 1_800 },
        { do: 'transition', wait: 296 },
        { do: 'element' },
        { do: 'worker', waits: [{ do: 'busy', wait: 345 }] },
        { do: 'frames', count: 5 },
      ),
    },
  },
  // A closed shadow tree was lost when the page changed while its nodes were counted.
  {
    marks: [
      {
        ...mark([
          { do: 'text-timer', wait: 12 },
          { do: 'frames', count: 9 },
          { do: 'database' },
          { do: 'socket', wait: 1_650 },
        ]),
        place: 'closed shadow',
      },
      {
        ...mark(
          [
            { do: 'transition', wait: 133 },
            { do: 'frame', kind: 'srcdoc', by: 'fetch', wait: 46 },
          ],
          'mark-1',
        ),
        place: 'closed shadow',
      },
    ],
    before: 'nothing',
    loadAfter: 0,
  },
  // Requests of the previous document were waited for until the time budget ended.
  {
    ...page({ do: 'image', wait: 1_200 }),
    next: { steps: [{ do: 'fetch', wait: 168 }], by: 'replace', page: { ...page(), marks: [mark([], 'late')] } },
  },
  // The document that a frame was loading when its page was left was waited for until the time budget ended.
  {
    marks: [mark([{ do: 'frame', kind: 'same-origin', by: 'fetch', wait: 44 }], 'left')],
    before: 'nothing',
    loadAfter: 0,
    next: { steps: [], by: 'replace', page: { ...page(), marks: [mark([])] } },
  },
];

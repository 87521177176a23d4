import type { Mark, OraclePage, Step } from './pages.ts';

const mark = (steps: readonly Step[], name = 'mark-0'): Mark => ({ name, steps, place: 'app' });
const page = (...steps: Step[]): OraclePage => ({ marks: [mark(steps)], before: 'nothing', loadAfter: 0 });

/** Pages that were told wrongly once, made as small as they are wrong. */
export const FOUND: readonly OraclePage[] = [
  // What a worker sets was not seen: it has no timers yet when it waits to be run.
  page({
    do: 'worker',
    waits: [
      { do: 'busy', wait: 371 },
      { do: 'timer', wait: 383 },
      { do: 'fetch', wait: 167 },
    ],
  }),
  // A worker that was slow to begin was asked once, just before it began.
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
  // A frame of another origin in the same process was not asked.
  page({ do: 'frame', kind: 'other-site', by: 'timer', wait: 900 }),
  // A page that computes in short tasks was not seen to: none of them is a timer or a request.
  page({ do: 'slices', count: 30, busy: 50 }),
  page({ do: 'toggles', count: 30, busy: 50 }),
  // What a worker had sent after the last timers were waited for was not waited for itself.
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
  // A transition was over by its clock, and what its end began was to come with the next frame.
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
  // What the document before had asked for was waited for until the time budget.
  {
    ...page({ do: 'image', wait: 1_200 }),
    next: { steps: [{ do: 'fetch', wait: 168 }], by: 'replace', page: { ...page(), marks: [mark([], 'late')] } },
  },
  // The document that a frame was loading when its page was left was waited for until the time budget.
  {
    marks: [mark([{ do: 'frame', kind: 'same-origin', by: 'fetch', wait: 44 }], 'left')],
    before: 'nothing',
    loadAfter: 0,
    next: { steps: [], by: 'replace', page: { ...page(), marks: [mark([])] } },
  },
];

/** What the check says of requests. */
import type { Check } from '../../module.ts';
import type { RequestDesk } from './desk.ts';
import { OVERDUE } from './paths.ts';

/** Counts requests whose deadline is over. */
export function checkOverdue(desk: RequestDesk): Check {
  const link = { path: OVERDUE, text: 'requests.all.show_overdue' } as const;
  return {
    needsTables: true,
    async run() {
      const { overdue } = await desk.openCounts();
      return overdue === 0 ? [] : [{ code: 'requests_overdue', subject: String(overdue), link }];
    },
  };
}

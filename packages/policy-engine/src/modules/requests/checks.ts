/** The findings of the check about requests. */
import type { Check } from '../../kernel/module.ts';
import type { RequestDesk } from './desk.ts';
import { OVERDUE } from './routes/paths.ts';

/** Counts overdue requests. */
export function checkOverdue(desk: RequestDesk): Check {
  const link = { path: OVERDUE, text: 'requests.all.show_overdue' } as const;
  return {
    needsTables: true,
    async run(reading) {
      const { overdue } = await reading.of(desk, 'openWeek');
      return overdue === 0 ? [] : [{ code: 'requests_overdue', subject: String(overdue), link }];
    },
  };
}

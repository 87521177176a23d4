/** How many requests there are: open ones by deadline, and all by state. */

/** Open requests that are due on a day. */
export interface DueDay {
  /** `2027-02-14`, in the time zone of the engine. */
  readonly day: string;
  readonly count: number;
}

/** Number of open requests. */
export interface OpenCounts {
  readonly open: number;
  readonly overdue: number;
  /** Open requests that are due today or in the six days after it. */
  readonly week: number;
  readonly failed: number;
}

/** Number of open requests, and of those that are due on each day of the week. */
export interface OpenWeek extends OpenCounts {
  readonly days: readonly DueDay[];
}

/** Number of requests. */
export interface RequestCounts extends OpenCounts {
  readonly all: number;
  readonly closed: number;
  /** By state. */
  readonly states: ReadonlyMap<string, number>;
}

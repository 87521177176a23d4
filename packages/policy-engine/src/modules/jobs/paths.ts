/** Paths of the pages, below the mount path, and the names of jobs on them. */
import type { View } from '../../platform/web/index.ts';

/** The list of jobs that failed. */
export const JOBS = '/jobs';

/** Retries a job. */
export function retryPath(id: string): string {
  return `${JOBS}/${id}/retry`;
}

/** The description of a job; its name if there is none. */
export function jobName(view: View, name: string): string {
  const key = `jobs.name.${name}`;
  return view.isText(key) ? view.text(key) : name;
}

/** Paths of the pages, below the mount path, and the names of jobs on them. */
import type { Language } from '../../platform/i18n/language.ts';

/** The list of jobs that failed. */
export const JOBS = '/jobs';

/** Retries a job. */
export function retryPath(id: string): string {
  return `${JOBS}/${id}/retry`;
}

/** The description of a job; its name if there is none. */
export function jobName({ isText, text }: Pick<Language, 'isText' | 'text'>, name: string): string {
  const key = `jobs.name.${name}`;
  return isText(key) ? text(key) : name;
}

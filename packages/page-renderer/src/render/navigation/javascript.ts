/** A script that the client of a render runs in the page. */
import { DevToolsError } from '../../devtools/errors.ts';
import { RendererError } from '../../kernel/errors.ts';
import { untilAborted } from '../job/abort.ts';
import type { PageJob } from '../job/job.ts';
import { tooBusy } from '../job/over-budget.ts';

/** Maximum number of characters of the error message of a script. */
const MAX_MESSAGE = 300;

/**
 * Runs a script in the page's own world, with the page's rights. It ends with the job's time; a promise that it returns is
 * waited for. A script that navigates to another page has ended with that.
 *
 * @throws {RendererError} `invalid-parameter` with the error message of the script
 */
export async function runJavascript({ isolated, signal }: PageJob, javascript: string): Promise<void> {
  const { session, gone } = isolated;
  const ran = session
    .send('Runtime.evaluate', { expression: javascript, awaitPromise: true, silent: true })
    .catch((error: unknown) => {
      // The page navigated to another one, or the script's value is too large.
      if (error instanceof DevToolsError && (error.failure === 'refused' || error.failure === 'too-large')) return null;
      throw error;
    });
  const answer = await untilAborted(Promise.race([ran, gone]), signal);
  if (answer === null || answer === 'aborted' || !answer.exceptionDetails) return;
  const { exception, text } = answer.exceptionDetails;
  const said = (exception?.description ?? text).split('\n', 1)[0]?.slice(0, MAX_MESSAGE);
  throw new RendererError('invalid-parameter', `javascript: the script failed in the page: ${said}`);
}

/** The value as JSON, `null` if it is too large, and nothing if there is none. */
const dataWithin = (limit: number) => `(() => {
  try {
    const data = window.prerenderData;
    const text = data ? JSON.stringify(data) : '';
    return typeof text !== 'string' ? '' : text.length > ${limit} ? null : text;
  } catch {
    return '';
  }
})()`;

/**
 * The value of `window.prerenderData` after the job's script (Prerender's convention); undefined for a job without one.
 *
 * @param limit maximum number of characters of JSON
 * @param signal ends when the response cannot wait any longer
 * @throws {RendererError} `page-too-large`
 */
export async function readPrerenderData(page: PageJob, limit: number, signal: AbortSignal): Promise<unknown> {
  const { isolated, options } = page;
  if (options.javascript === undefined) return undefined;
  const asked = isolated.session.send('Runtime.evaluate', { expression: dataWithin(limit), returnByValue: true });
  const answer = await untilAborted(Promise.race([asked, isolated.gone]), signal);
  if (answer === 'aborted') throw tooBusy(page, 'read the page');
  const text: unknown = answer.result.value;
  if (text === null) {
    throw new RendererError('page-too-large', `window.prerenderData has more than ${limit} characters of JSON`, {
      verdict: 'over-size',
    });
  }
  if (typeof text !== 'string' || text === '') return undefined;
  try {
    // A page may have replaced JSON.
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** A script that whoever asks for a render has run in the page. */
import { DevToolsError } from '../devtools/errors.ts';
import { RendererError } from '../errors.ts';
import { untilAborted } from './abort.ts';
import type { PageJob } from './job.ts';
import { tooBusy } from './over-budget.ts';

/** Characters of what a script throws. */
const MAX_MESSAGE = 300;

/**
 * Runs a script in the page's own world, with the page's rights. It ends with the job's time; a promise that it gives is
 * waited for. One that leads to another page is done with that.
 *
 * @throws {RendererError} `invalid-parameter` with what the script throws
 */
export async function runJavascript({ isolated, signal }: PageJob, javascript: string): Promise<void> {
  const { session, gone } = isolated;
  const ran = session
    .send('Runtime.evaluate', { expression: javascript, awaitPromise: true, silent: true })
    .catch((error: unknown) => {
      // The page went on to another one, or the script's value is larger than is taken.
      if (error instanceof DevToolsError && (error.failure === 'refused' || error.failure === 'too-large')) return null;
      throw error;
    });
  const answer = await untilAborted(Promise.race([ran, gone]), signal);
  if (answer === null || answer === 'aborted' || !answer.exceptionDetails) return;
  const { exception, text } = answer.exceptionDetails;
  const said = (exception?.description ?? text).split('\n', 1)[0]?.slice(0, MAX_MESSAGE);
  throw new RendererError('invalid-parameter', `javascript: the script failed in the page: ${said}`);
}

/** JSON of what is there, `null` where it is too large, and nothing where there is none. */
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
 * What the job's script left in `window.prerenderData` (Prerender's convention); undefined for a job without one.
 *
 * @param limit characters of JSON that are taken
 * @param signal ends when the answer can't wait any longer
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
    // A page may have its own idea of JSON.
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

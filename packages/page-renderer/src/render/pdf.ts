/** Pages as PDF. */
import { RendererError } from '../kernel/errors.ts';
import { untilAborted } from './job/abort.ts';
import { DevToolsError } from '../devtools/errors.ts';
import type { PageJob, RenderJob } from './job/job.ts';
import { MAX_PAGES, type PdfOptions, printParameters } from './job/print.ts';
import { tooBusy } from './job/over-budget.ts';
import type { Pipeline, Result, Timed } from './pipeline.ts';
import { withoutDocument, withPage } from './pipeline.ts';
import { readTagsMeta } from './reading/tags-meta.ts';
import { resultStatus } from './navigation/status.ts';

/** A page as a PDF document. */
export interface PdfResult extends Result, Timed {
  /** Empty for a response without a document and for a reported redirect. */
  pdf: Uint8Array;
  /** Content of the first `render:tags` meta tag of the page. */
  tags?: string;
}

/** Number of bytes per read; the browser stores the rest in a file. */
const CHUNK = 1024 * 1024;

/**
 * Prints a page; by default with its backgrounds, on the paper size of its style sheets, otherwise on US Letter.
 *
 * @throws {RendererError} `page-too-large` for more than 200 pages, or more bytes than a result may have; `invalid-parameter` for
 *   options that the browser refuses for this page, such as the range of pages that it does not have
 */
export async function renderPdf(pipeline: Pipeline, job: RenderJob): Promise<PdfResult> {
  return withPage(
    pipeline,
    job,
    async (page, { hops, outcome }, verdict, signal) => {
      if (outcome !== 'document')
        return { pdf: new Uint8Array(), ...withoutDocument(hops, verdict, job.options.redirects) };
      const printing = printPdf(page, pipeline.maxHtml, job.options.pdf);
      const printed = await untilAborted(Promise.race([printing, page.isolated.gone]), signal);
      if (printed === 'aborted') throw tooBusy(page, 'print the page');
      const tags = await readTagsMeta(page, signal);
      return { pdf: printed, ...tags, ...resultStatus(hops, [], job.options.redirects), verdict, hops };
    },
    { isSeen: true },
  );
}

/**
 * The PDF of a page as it is now.
 *
 * @param limit maximum number of bytes
 * @throws {RendererError} `page-too-large`; `invalid-parameter`; `browser-unavailable` if the browser returns nothing
 */
export async function printPdf(
  { isolated: { session } }: Pick<PageJob, 'isolated'>,
  limit: number,
  options: PdfOptions = {},
): Promise<Uint8Array> {
  const parameters = printParameters(options);
  const printed = session.send('Page.printToPDF', { ...parameters, transferMode: 'ReturnAsStream' });
  const { stream: handle } = await printed.catch((error: unknown) => {
    const isRefused = error instanceof DevToolsError && error.failure === 'refused';
    if (!isRefused || Object.keys(options).length === 0) throw error;
    const said = error.message.replace(/^Page\.printToPDF: /, '');
    const message = `The page cannot be printed with these options: ${said}`;
    throw new RendererError('invalid-parameter', message, { cause: error });
  });
  if (handle === undefined) throw new RendererError('browser-unavailable', 'The browser returned no PDF');
  const chunks: Buffer[] = [];
  let size = 0;
  for (;;) {
    const { data, base64Encoded = false, eof } = await session.send('IO.read', { handle, size: CHUNK });
    const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'latin1');
    size += chunk.byteLength;
    if (size > limit) throw tooLarge(`more than ${limit} bytes`);
    chunks.push(chunk);
    if (eof) break;
  }
  void session.send('IO.close', { handle });
  if (size === 0)
    throw new RendererError('browser-unavailable', 'The browser returned an empty PDF', { retryAfter: 1 });
  const pdf = Buffer.concat(chunks, size);
  if (pagesOf(pdf) > MAX_PAGES) throw tooLarge(`more than ${MAX_PAGES} pages`);
  return pdf;
}

/** Chromium writes the objects of a document as plain text, and compresses only their contents. */
function pagesOf(pdf: Buffer): number {
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
}

function tooLarge(what: string): RendererError {
  return new RendererError('page-too-large', `The page as a PDF has ${what}`, { verdict: 'over-size' });
}

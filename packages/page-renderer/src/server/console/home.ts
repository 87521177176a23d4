import type { RendererError } from '../../kernel/errors.ts';
import type { RenderOptions } from '../../render/job/options.ts';
import { parseHttpUrl } from '../../kernel/url.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { noteError, noteTarget, signalOf } from '../context/context.ts';
import { noteOwnRender } from '../context/note-render.ts';
import { withScheme } from '../pages/address.ts';
import type { Comparison, Side } from '../pages/comparison.ts';
import type { FormValues } from '../pages/form.tsx';
import type { Readiness } from './home-page.tsx';
import { homePage } from './home-page.tsx';
import { answerPage } from '../pages/page-answer.ts';
import { readFlag } from '../../grammar/dialects/parameters.ts';

/** How long the home page waits for the state of the browser, in milliseconds. */
const READINESS_WAIT = 1_500;

/** `GET /`: a page for people, on which a URL is compared without JavaScript and as rendered. */
export async function answerHome(c: AppContext, backend: Backend): Promise<Response> {
  const { searchParams, origin } = new URL(c.req.raw.url);
  const [readiness, { values, error, comparison }] = await Promise.all([
    readinessOf(backend),
    submitted(c, backend, searchParams),
  ]);
  const page = homePage({
    origin: publicOrigin(c, origin),
    readiness: comparison && !error ? 'ready' : readiness,
    values,
    error,
    comparison,
    refusesPartial: backend.partial === '503',
    takesToken: backend.renders.takesToken,
  });
  return answerPage(page, searchParams.has('url'), error);
}

interface Submission {
  values: FormValues;
  error?: RendererError;
  comparison?: Comparison;
}

/** What the form requests. An invalid value is an error on the page, next to the form in which it was entered. */
async function submitted(c: AppContext, backend: Backend, parameters: URLSearchParams): Promise<Submission> {
  const values = {
    url: (parameters.get('url') ?? '').trim(),
    mobile: parameters.has('mobile') && parameters.get('mobile') !== 'false',
    timezoneId: (parameters.get('timezoneId') ?? '').trim(),
  };
  if (!parameters.has('url')) return { values };
  try {
    const credential = backend.renders.require(c);
    const mobile = readFlag(parameters, 'mobile');
    const url = parseHttpUrl(withScheme(values.url));
    noteTarget(c, url);
    const timezoneId = values.timezoneId === '' ? undefined : values.timezoneId;
    // The page without JavaScript, and as rendered.
    backend.limit.require(c, credential, 2);
    const comparison = await compare(backend, url, { mobile, timezoneId, signal: signalOf(c) });
    return { values: { ...values, url: url.href }, ...outcomeOf(comparison) };
  } catch (thrown) {
    return { values, error: noteError(c, backend, thrown) };
  }

  async function compare(backend: Backend, url: URL, options: RenderOptions): Promise<Comparison> {
    const side = async (scripts: boolean): Promise<Side> => {
      try {
        const inspecting = backend.renderer.inspect(url, { ...options, scripts });
        return { outcome: 'done', inspection: await noteOwnRender(c, backend, { url, options }, inspecting) };
      } catch (thrown) {
        return { outcome: 'failed', error: noteError(c, backend, thrown) };
      }
    };
    // The rendered page comes first: if there is a slot for one render only, this one matters more.
    const [rendered, plain] = await Promise.all([side(true), side(false)]);
    return { url, plain, rendered };
  }
}

/** If both fail, they fail for the same reason, and one error is shown; if only one fails, the other is shown. */
function outcomeOf(comparison: Comparison): Omit<Submission, 'values'> {
  const { plain, rendered } = comparison;
  if (rendered.outcome === 'done') return { comparison };
  return plain.outcome === 'done' ? { error: rendered.error, comparison } : { error: rendered.error };
}

async function readinessOf({ ready }: Backend): Promise<Readiness> {
  const { promise: waited, resolve } = Promise.withResolvers<Readiness>();
  const timer = setTimeout(() => resolve('starting'), READINESS_WAIT);
  const answered = ready().then(
    (): Readiness => 'ready',
    (): Readiness => 'unavailable',
  );
  try {
    return await Promise.race([answered, waited]);
  } finally {
    clearTimeout(timer);
  }
}

/** Behind a proxy that terminates TLS, the scheme is that of the request to the proxy. */
function publicOrigin(c: AppContext, origin: string): string {
  const scheme = c.req.header('x-forwarded-proto')?.split(',', 1)[0]?.trim();
  return scheme === 'https' || scheme === 'http' ? origin.replace(/^https?(?=:)/, scheme) : origin;
}

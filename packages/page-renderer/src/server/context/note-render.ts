import { monotonic } from '../../kernel/clock.ts';
import type { RendererError } from '../../kernel/errors.ts';
import { asRendererError } from '../../kernel/errors.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import type { Addition } from '../../telemetry/definitions.ts';
import type { AppContext, Backend } from './context.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import { titleOf } from './title.ts';

/** What is noted of a render. */
type Noted = { verdict: Verdict; status?: number; html?: string };

/** The same render, which is counted when it ends. */
export async function noteRender<T extends Noted>(
  { traffic, recent, history }: Pick<Backend, 'traffic' | 'recent' | 'history'>,
  request: RenderRequest,
  rendering: Promise<T>,
): Promise<T> {
  const { kind } = request;
  const started = monotonic();
  const note = (result: Noted | undefined, error: RendererError | undefined) => {
    const ms = Math.round(monotonic() - started);
    const [verdict, code] = [result?.verdict ?? error?.verdict ?? null, error?.code ?? null];
    const parameters = parametersOf(request);
    recent.note({ parameters, kind, verdict, code, reason: error?.shown ?? null, ms, request });
    if (kind === 'render') {
      const { status = null, html = '' } = result ?? {};
      history.note(parameters, { verdict, code, status, title: titleOf(html), size: html.length, ms });
    }
    if (verdict !== null) traffic.noteRender();
  };
  try {
    const result = await rendering;
    note(result, undefined);
    return result;
  } catch (thrown) {
    note(undefined, asRendererError(thrown));
    throw thrown;
  }
}

/** The same render of an explanation or a comparison, counted in traffic, metrics and traces like every other. */
export function noteOwnRender<T extends { verdict: Verdict; status: number }>(
  c: AppContext,
  backend: Backend,
  { url, options }: Pick<RenderRequest, 'url' | 'options'>,
  rendering: Promise<T>,
): Promise<T> {
  const counted = c.get('observed').beginRender('render').counted(rendering);
  return noteRender(backend, { kind: 'render', url, options, refresh: false }, counted);
}

/** The parameters of an explanation of the same render, as far as it can be explained. */
function parametersOf({ url, options }: RenderRequest): string {
  const { mobile, timezoneId, acceptLanguage, waitForSelector } = options;
  return new URLSearchParams({
    url: url.href,
    ...(mobile && { mobile: 'true' }),
    ...(timezoneId !== undefined && { timezoneId }),
    ...(acceptLanguage !== undefined && { acceptLanguage }),
    ...(waitForSelector !== undefined && { waitForSelector }),
  }).toString();
}

/** What a request adds to its page. */
export function additionsOf({ added, supplied }: Pick<RenderRequest, 'added' | 'supplied'>): Addition[] {
  return [
    ...(added && added.headers.length > 0 ? (['header'] as const) : []),
    ...(added && added.cookies.length > 0 ? (['cookie'] as const) : []),
    ...(supplied ? [supplied.hasNetwork ? ('network' as const) : ('html' as const)] : []),
  ];
}

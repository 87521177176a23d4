import { monotonic } from '../../kernel/clock.ts';
import type { RendererError } from '../../kernel/errors.ts';
import { asRendererError } from '../../kernel/errors.ts';
import type { Verdict } from '../../kernel/verdicts.ts';
import type { Addition } from '../../telemetry/definitions.ts';
import type { AppContext, Backend } from './context.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';

/** The same render, which is counted when it ends. */
export async function noteRender<T extends { verdict: Verdict }>(
  { traffic, recent }: Pick<Backend, 'traffic' | 'recent'>,
  request: RenderRequest,
  rendering: Promise<T>,
): Promise<T> {
  const { kind } = request;
  const started = monotonic();
  const note = (verdict: Verdict | null, error: RendererError | undefined) => {
    const ms = Math.round(monotonic() - started);
    recent.note({ parameters: parametersOf(request), kind, verdict, code: error?.code ?? null, ms });
    if (verdict !== null) traffic.noteRender();
  };
  try {
    const result = await rendering;
    note(result.verdict, undefined);
    return result;
  } catch (thrown) {
    const error = asRendererError(thrown);
    note(error.verdict ?? null, error);
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

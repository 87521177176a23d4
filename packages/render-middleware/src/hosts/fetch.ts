/** Shared code of the adapters for hosts with web-standard requests and responses. */
import { dependsOnAgent, shouldRender } from '../decide/decide.ts';
import type { RenderMiddlewareOptions } from '../options/options.ts';
import { proxyRender } from '../renderer/proxy.ts';
import type { RenderRequest } from '../request/request.ts';
import { withAgent } from '../decide/vary.ts';

/** The rendered page, or the response of the host, whose `Vary` then includes the user agent. */
export async function renderedOr(
  request: RenderRequest,
  options: RenderMiddlewareOptions,
  answerOfHost: () => Promise<Response>,
): Promise<Response> {
  const rendered = shouldRender(request, options) ? await proxyRender(request, options) : undefined;
  if (rendered) return rendered;
  const answer = await answerOfHost();
  if (!dependsOnAgent(request, options)) return answer;
  const vary = withAgent(answer.headers.get('vary') ?? undefined);
  try {
    answer.headers.set('vary', vary);
    return answer;
  } catch {
    // The headers of `Response.redirect()` and of `fetch` cannot be changed.
    const headers = new Headers(answer.headers);
    headers.set('vary', vary);
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
  }
}

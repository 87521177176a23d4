import type { HTTPRequest, Page } from 'puppeteer-core';
import type { RequestRules } from './request-rules.ts';

/** What was refused of the page's own navigation; it answers for the render. */
export interface Interception {
  /** Why the document, or a redirect of it, was refused. */
  refusal(): string | undefined;
}

/**
 * Applies the rules to every request of the page, of all its frames. Interception costs a round trip per request, so it
 * is switched on only where a rule asks for it.
 *
 * @param origin the target's own origin
 * @param headers sent to the target's own origin only
 */
export async function intercept(
  page: Page,
  rules: RequestRules,
  origin: string,
  headers: Readonly<Record<string, string>>,
): Promise<Interception> {
  const own = { ...(rules.headersScope === 'origin' && rules.headers), ...markerFor(rules.headers), ...headers };
  if (rules.headersScope === 'all' && Object.keys(rules.headers).length > 0)
    await page.setExtraHTTPHeaders(rules.headers);
  let refusal: string | undefined;
  if (Object.keys(own).length === 0 && !rules.judgesRequests) return { refusal: () => refusal };

  const onRequest = (request: HTTPRequest) => {
    const isDocument = request.isNavigationRequest() && request.frame() === page.mainFrame();
    const reason = rules.judge(request.url(), isDocument);
    if (reason !== undefined) {
      if (isDocument) refusal ??= reason;
      void request.abort('blockedbyclient').catch(() => {});
      return;
    }
    const isOwn = URL.parse(request.url())?.origin === origin;
    void request.continue(isOwn ? { headers: { ...request.headers(), ...lowerCased(own) } } : {}).catch(() => {});
  };
  page.on('request', onRequest);
  await page.setRequestInterception(true);
  return { refusal: () => refusal };
}

/**
 * A user agent of the configuration's takes the place of ours, by which a site's middleware knows a render: one that looks
 * like a bot would be sent to the renderer again, without end.
 */
function markerFor(headers: Readonly<Record<string, string>>): Record<string, string> {
  return 'user-agent' in lowerCased(headers) ? { 'X-Prerender': '1' } : {};
}

function lowerCased(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

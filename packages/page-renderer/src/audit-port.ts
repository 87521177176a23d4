/** What audits do through the service: they render in the background as warming does, and judge as explanations do. */
import type { AuditPort } from './audit/port.ts';
import type { CacheAccess, LocatedRequest } from './cache/access.ts';
import type { Representation } from './cache/results/make-result.ts';
import { retryAfterOf } from './crawl/sitemap/retry-after.ts';
import { readRender } from './grammar/dialects/rendertron.ts';
import type { RenderRequest } from './grammar/dialects/request.ts';
import { headerOutcomes, isPassed } from './headers/page.ts';
import { asRendererError } from './kernel/errors.ts';
import { Urgency } from './kernel/priority.ts';
import { inOneSpelling, withoutFragment } from './kernel/url.ts';
import type { RequestRules } from './render/requests/request-rules.ts';
import type { Seen } from './render/render-html.ts';
import type { RenderPage } from './server/answers/render.ts';
import { renderInBackground } from './server/answers/render.ts';
import type { Backend } from './server/context/context.ts';
import { noteRender } from './server/context/note-render.ts';
import { varyingOf } from './server/explain/explanation/origin.ts';
import { peopleView } from './server/explain/judging.ts';
import { VERDICT_TEXTS } from './server/pages/texts.ts';

/** Attempts to render a page that somebody else is rendering: their result does not say what people see. */
const ATTEMPTS = 3;

/** A request; without a cache it has no key. */
type Located = LocatedRequest | { readonly request: RenderRequest; readonly key: undefined };

/** @param backend read when something is rendered */
export function auditPort(cache: CacheAccess | undefined, backend: () => Backend, rules: RequestRules): AuditPort {
  const locate = (url: URL): Located => {
    const request = requestFor(url);
    if (cache) return cache.locate(request);
    rules.check(url);
    return { request, key: undefined };
  };
  return {
    addressOf: (url) => {
      try {
        return inOneSpelling(locate(url).request.url);
      } catch {
        return undefined;
      }
    },
    render: async (from, url, signal) => {
      const { request, key } = locate(url);
      const seen: Seen[] = [];
      const page: RenderPage = async (target, options) => {
        const one = await backend().renderer.renderSeen(from, target, options);
        seen.push(one);
        return one.result;
      };
      let answered: Pick<Representation, 'status'> | undefined;
      for (let attempt = 1; attempt <= ATTEMPTS && seen.length === 0; attempt += 1) {
        answered = await rendered(cache, backend(), locate(url), signal, page);
      }
      const shownToUs = seen.at(-1);
      if (!shownToUs || !answered) throw asRendererError(new Error('the page was rendered by others each time'));
      const { result, facts } = shownToUs;
      result.passage?.close();
      const last = result.hops.at(-1);
      const { headers: sent = {} } = last ?? {};
      const rule = cache?.originRuleFor(request.url);
      // A script may have changed the address without a request; a very long one is cut off.
      const shown = facts && /^https?:/.test(facts.url) && facts.url.length < 2_000 ? facts.url : undefined;
      const at = shown ?? last?.url ?? url.href;
      const location = result.location ?? ledTo(request.url, last?.url);
      return {
        url: at,
        addresses: [...new Set([url.href, request.url.href, last?.url ?? at, at])],
        status: answered.status,
        verdict: result.verdict,
        location,
        html: result.metas && location === undefined ? result.html : undefined,
        people: facts && peopleView(facts),
        headers: headerOutcomes(sent, result.headerMetas, backend().pageHeaders, last?.url, result.status).filter(
          ({ reason }) => isPassed(reason),
        ),
        varying: varyingOf({ result, key, rule }),
        retryAfter: retryAfterOf(result.status, sent['retry-after']),
      };
    },
    checkLinks: (from, links, signal) => backend().site.others(from, links, signal),
    open: async (from, url, signal) => {
      const { request } = locate(url);
      const { renderer, observation } = backend();
      const options = { ...request.options, redirects: 'final', signal, urgency: new Urgency('background') } as const;
      const observed = observation.beginBackgroundRender('render');
      const work = observed.counted(renderer.renderBeside(from, url, options));
      const result = await noteRender(backend(), request, work).catch((thrown: unknown) => {
        throw new Error(asRendererError(thrown).shown);
      });
      result.passage?.close();
      const { tone, sentence } = VERDICT_TEXTS[result.verdict];
      if (result.verdict !== 'blank' && tone === 'warning') throw new Error(sentence);
      const last = result.hops.at(-1);
      const { status, metas, html } = result;
      return { shown: last?.url ?? url.href, status, html: metas && html, link: last?.headers['link'] ?? '' };
    },
  };
}

/** Where a page leads by itself, as with `<meta http-equiv="refresh">`: to search engines that is a redirect, too. */
function ledTo(url: URL, shown: string | undefined): string | undefined {
  return shown === undefined || withoutFragment(shown) === withoutFragment(url.href) ? undefined : shown;
}

/** As render-middleware requests it: a redirect is reported, and its target is a page of its own. */
function requestFor(url: URL): RenderRequest {
  return readRender(encodeURIComponent(url.href), { width: 0, height: 0, passesRedirects: true });
}

/** Renders a page, and stores the result if there is a cache. */
async function rendered(
  cache: CacheAccess | undefined,
  backend: Backend,
  { request, key }: Located,
  signal: AbortSignal,
  page: RenderPage,
): Promise<Pick<Representation, 'status'>> {
  if (!cache || !key) {
    return renderInBackground(backend, request, signal, { urgency: new Urgency('background') }, page);
  }
  const answer = await cache.results.renew({
    lookup: await cache.results.lookUp(key),
    refresh: true,
    signal,
    render: (ended, spent, urgency) => renderInBackground(backend, request, ended, { spent, urgency }, page),
  });
  return answer.kind === 'result' ? answer.result : answer.rendered;
}

/** Makes an inspection: two renders at the same time, what their HTML says, and what the site says besides. */
import type { CheckedLink } from '../../crawl/link-check.ts';
import { asRendererError } from '../../kernel/errors.ts';
import type { RenderRequest } from '../../grammar/dialects/request.ts';
import type { TracedRender } from '../../render/traced-render.ts';
import type { AppContext, Backend } from '../context/context.ts';
import { noteError, signalOf } from '../context/context.ts';
import { noteOwnRender } from '../context/note-render.ts';
import { explainRender } from '../explain/routes.ts';
import type { Inspected, SeenPage, Side } from './content/inspected.ts';

/** @param query what follows `/explain.json?` @throws {RendererError} for an error in the request itself */
export async function inspect(c: AppContext, backend: Backend, query: string, isOperator: boolean): Promise<Inspected> {
  let plain: Side | undefined;
  const { explanation, traced } = await explainRender(c, backend, query, {
    isOperator,
    image: true,
    beside: async (request) => {
      plain = await plainSide(c, backend, request);
    },
  });
  const rendered = renderedSide(traced);
  const url = shownUrl(traced);
  const [html, robotsTxt] =
    rendered.outcome === 'done' && rendered.seen.html !== ''
      ? await Promise.all([
          backend.forms.inspect(rendered.seen.html, url).catch(asRendererError),
          backend.site.robots(url, signalOf(c)),
        ])
      : [null, null];
  const checking = new Map<boolean, Promise<readonly CheckedLink[]>>();
  return {
    explanation,
    plain: plain ?? { outcome: 'failed', error: asRendererError(new Error('the page was not loaded')) },
    rendered,
    html,
    robotsTxt,
    checkLinks: async (external, isAllowed, signal) => {
      if (html === null || html instanceof Error) return [];
      const known = checking.get(external);
      if (!known && !isAllowed()) return null;
      const links = html.links.links.map(({ href }) => href);
      const made = known ?? backend.site.links({ page: url, links, external }, signal);
      checking.set(external, made);
      const checked = await made;
      // Whoever opens the tab later asks again.
      if (signal.aborted) checking.delete(external);
      return checked;
    },
  };
}

function shownUrl({ url, facts, outcome }: TracedRender): URL {
  const last = outcome.kind === 'rendered' ? outcome.result.hops.at(-1)?.url : undefined;
  const shown = facts && /^https?:/.test(facts.url) && facts.url.length < 2_000 ? facts.url : last;
  return URL.parse(shown ?? '') ?? url;
}

async function plainSide(
  c: AppContext,
  backend: Backend,
  { url, options }: Pick<RenderRequest, 'url' | 'options'>,
): Promise<Side> {
  try {
    const inspecting = backend.renderer.inspect(url, { ...options, scripts: false, signal: signalOf(c) });
    return { outcome: 'done', seen: await noteOwnRender(c, backend, { url, options }, inspecting) };
  } catch (thrown) {
    return { outcome: 'failed', error: noteError(c, backend, thrown) };
  }
}

function renderedSide({ outcome, facts, image }: TracedRender): Side {
  if (outcome.kind === 'failed') return { outcome: 'failed', error: asRendererError(outcome.error) };
  const { html, verdict, status, hops, timings } = outcome.result;
  const seen: SeenPage = { html, verdict, status, hops, timings, facts: facts ?? null, image: image ?? null };
  return { outcome: 'done', seen };
}

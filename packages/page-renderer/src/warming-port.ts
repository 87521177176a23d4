/** What warming does through the service: looks results up, and renders them in the background. */
import type { WarmPort } from './warming/jobs/warm-page.ts';
import { renderInBackground } from './server/answers/render.ts';
import type { CacheAccess } from './cache/access.ts';
import type { Workers } from './workers/workers.ts';
import type { Backend } from './server/context/context.ts';

/** @param backend read when something is rendered */
export function warmPort(cache: CacheAccess, backend: () => Backend, workers: Workers | undefined): WarmPort {
  return {
    requestOf: (key) => {
      const request = cache.requestOf(key);
      return request && { ...request, refresh: false };
    },
    locate: (request) => cache.locate(request),
    list: (selection) => cache.results.list(selection),
    setEpochs: (epochs) => {
      cache.results.epochs = epochs;
      workers?.setEpochs(epochs);
    },
    demand: cache.results.demand,
    now: () => cache.results.now(),
    lookUp: ({ key }) => cache.results.lookUp(key),
    renew: ({ request }, lookup, signal) =>
      cache.results.renew({
        lookup,
        refresh: false,
        signal,
        render: (ended, spent, urgency) => renderInBackground(backend(), request, ended, { spent, urgency }),
        askAgain: (inputs, ended) =>
          backend().renderer.askAgain(request.url, { ...request.options, signal: ended }, inputs),
      }),
  };
}

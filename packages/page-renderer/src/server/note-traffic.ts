import { monotonic } from '../clock.ts';
import { botOf } from '../telemetry/bots.ts';
import type { AppContext, Backend } from './context.ts';

/** A response that waited for no render: from the cache, or after its inputs were found unchanged (RFC 9211). */
const CACHED = /; hit\b|; fwd-status=304\b/;

/** Counts the request if it was for a page. @param started on the clock of {@link monotonic} */
export function noteTraffic(c: AppContext, { traffic }: Pick<Backend, 'traffic'>, started: number): void {
  if (c.get('isRender') !== true) return;
  const target = c.get('target') as string | undefined;
  traffic.note({
    site: target === undefined ? undefined : URL.parse(target)?.host,
    bot: botOf((name) => c.req.header(name)).class,
    isCached: CACHED.test(c.res.headers.get('cache-status') ?? ''),
    code: c.get('code'),
    ms: monotonic() - started,
  });
}

/** A build of this repository as two services: without a cache, and with one in memory. Argument: folder of the repository. */
import path from 'node:path';
import type { createRenderer, RendererOptions } from 'page-renderer';

const entry = path.resolve(process.argv[2] ?? '', 'packages/page-renderer/dist/index.js');
const build = (await import(entry)) as { createRenderer: typeof createRenderer };
const renderers = await Promise.all(
  [{}, { cache: 'memory' } as const].map((options: RendererOptions) =>
    build.createRenderer({
      host: '127.0.0.1',
      port: 0,
      allowPrivateNetworks: ['127.0.0.1'],
      logLevel: 'silent',
      ...options,
    }),
  ),
);
const listening = await Promise.all(renderers.map((renderer) => renderer.listen()));
process.send?.({ rendering: listening[0]?.url, caching: listening[1]?.url });
// Replies to any message with the processor time of this process so far, in microseconds.
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.once('disconnect', () => {
  void Promise.allSettled(renderers.map((renderer) => renderer.close())).finally(() => process.exit());
});

/** This renderer as a service with a cache, whose clock is set by its parent process. */
import { mock } from 'node:test';
import { createRenderer } from 'page-renderer';

const { begin, minutes, cap } = JSON.parse(process.argv[2] ?? '{}') as Record<'begin' | 'minutes' | 'cap', number>;
mock.timers.enable({ apis: ['Date'], now: begin });
const renderer = await createRenderer({
  host: '127.0.0.1',
  port: 0,
  allowPrivateNetworks: ['127.0.0.1'],
  logLevel: 'silent',
  maxQueue: 1_000,
  timeout: 60_000,
  cache: 'memory',
  cacheConfig: { cacheDurationMinutes: minutes, cacheMaxEntries: -1, renewForMinutes: cap },
});
const { url } = await renderer.listen();
process.on('message', (now: number) => {
  mock.timers.setTime(now);
  process.send?.('set');
});
process.once('disconnect', () => void renderer.close());
process.send?.(url);

/// <reference lib="dom" />
import { installFeatures } from './no-sockets.ts';

/**
 * Makes a worker say the same of the browser as its page: what it is told over DevTools holds for its requests and hints,
 * not for what its scripts read. Runs in the world of the worker, before its scripts.
 */
export function sayAgent(userAgent: string, platform?: string): void {
  installFeatures();
  const own = (Reflect.get(globalThis, 'WorkerNavigator') as { prototype: object }).prototype;
  const values = { userAgent, appVersion: userAgent.replace(/^Mozilla\//, ''), platform };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    Object.defineProperty(own, name, { get: () => value, enumerable: true, configurable: true });
  }
}

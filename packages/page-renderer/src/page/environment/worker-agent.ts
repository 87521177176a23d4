/// <reference lib="dom" />
import { installFeatures } from './no-sockets.ts';

/**
 * Makes a web worker report the same browser as its page: the override over DevTools affects its requests and client hints,
 * but not what its scripts read. Runs in the world of the web worker, before its scripts.
 */
export function sayAgent(userAgent: string, platform?: string, languages?: readonly string[]): void {
  installFeatures();
  const own = (Reflect.get(globalThis, 'WorkerNavigator') as { prototype: object }).prototype;
  const values = {
    userAgent,
    appVersion: userAgent.replace(/^Mozilla\//, ''),
    platform,
    language: languages?.[0],
    languages: languages && Object.freeze(languages),
  };
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue;
    Object.defineProperty(own, name, { get: () => value, enumerable: true, configurable: true });
  }
}

/** The options of browsers that run elsewhere. */
import { z } from 'zod';
import { classifyAddress } from '../guard/addresses.ts';
import type { OptionsOf } from './option.ts';
import { keepsResult } from './option.ts';

/** Values of {@link remoteBrowserOptions}. */
export interface RemoteBrowserConfig {
  browserURLs: readonly string[];
  egressAddress: string | null;
  trustBrowserNetwork: boolean;
}

/** Their types, defaults and meanings. */
export const remoteBrowserOptions: OptionsOf<RemoteBrowserConfig> = {
  browserURLs: keepsResult(
    'DevTools addresses of browsers that run elsewhere, one for each, used instead of starting some: `http:` as of `--remote-debugging-port`, or `ws:`',
    z
      .array(z.url({ protocol: /^(?:https?|wss?)$/ }))
      .max(64)
      .default([]),
  ),
  egressAddress: keepsResult(
    'name or address of this machine at which the browsers of `browserURLs` reach the address guard; null: they are on this machine',
    z
      .string()
      .regex(/^[\w.:-]+$/, 'expected a name or an address, without a port')
      .nullable()
      .default(null),
  ),
  trustBrowserNetwork: keepsResult(
    'whether the network of the browsers of `browserURLs`, and not the address guard, decides where pages may connect to',
    z.boolean().default(false),
  ),
};

/** The error of a configuration that is not {@link isGuarded}. */
export const UNGUARDED: { path: string[]; message: string } = {
  path: ['browserURLs'],
  message:
    'the address guard cannot be reached from another machine: set "egressAddress" to the address of this machine, or "trustBrowserNetwork" if the network of the browsers refuses private addresses',
};

/** Whether pages in browsers on other machines reach the address guard, or the operator says that they need not. */
export function isGuarded({ browserURLs, egressAddress, trustBrowserNetwork }: RemoteBrowserConfig): boolean {
  return trustBrowserNetwork || egressAddress !== null || browserURLs.every(isOnLoopback);
}

function isOnLoopback(url: string): boolean {
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  return host === 'localhost' || classifyAddress(host) === 'loopback';
}

/** The frameworks that `init` knows. */
import type { HostSetup } from './host.ts';
import { NODE } from './node.ts';
import { PAGES } from './pages.ts';
import { SERVERS } from './servers.ts';
import { TANSTACK_START } from './tanstack.ts';

/** By their ids. */
export const SETUPS: Readonly<Record<string, HostSetup>> = {
  ...PAGES,
  ...SERVERS,
  'tanstack-start': TANSTACK_START,
  node: NODE,
};

/** How a framework is set up. */
export function hostSetup(id: string): HostSetup | undefined {
  return SETUPS[id];
}

/// <reference lib="dom" />

import { noteText } from './note-styles.ts';
import type { Native } from './replace.ts';

/**
 * Records what the policy of a page has blocked, as a directive and an address, or `inline`; see `noted`. Runs before the scripts of a
 * page.
 */
export function noteBlocked(): void {
  // A web worker shows nothing.
  if (typeof document !== 'object') return;
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const { prototype } = globalThis.SecurityPolicyViolationEvent;
  const getter = (name: string) => getOwnPropertyDescriptor(prototype, name)?.get as Native;
  const [disposition, directive, address] = [
    getter('disposition'),
    getter('effectiveDirective'),
    getter('blockedURI'),
  ] as const;
  const add = noteText('blocked');
  const seen = Object.create(null) as Record<string, true>;
  const onBlocked = (event: Event) => {
    if (!event.isTrusted || apply(disposition, event, []) !== 'enforce') return;
    const line = `${apply(directive, event, []) as string} ${apply(address, event, []) as string}`;
    if (!(line in seen)) add(line);
    seen[line] = true;
  };
  addEventListener('securitypolicyviolation', onBlocked, true);
}

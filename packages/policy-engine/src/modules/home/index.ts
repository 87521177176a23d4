/** What other modules know of this module. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { View } from '../../platform/web/index.ts';

declare module '../../kernel/module.ts' {
  interface Hooks {
    /** A part of the administrators' home, below what needs attention. */
    homeSection(view: View): Promise<JSX.Element>;
  }
}

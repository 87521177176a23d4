/** What other modules know of this module. */
import type { AdminChoices } from './choices.ts';

export type { AdminChoices } from './choices.ts';

declare module '../../kernel/module.ts' {
  interface Services {
    readonly preferences: AdminChoices;
  }
}

/** What other modules know of this module. */
import type { AdminChoices } from './choices.ts';
import type { Undo, Undoable } from './undo.ts';

export type { AdminChoices } from './choices.ts';
export type { Undo, Undoable } from './undo.ts';

/** What other modules use of this one. */
export interface Preferences {
  readonly choices: AdminChoices;
  readonly undo: Undo;
}

declare module '../../kernel/module.ts' {
  interface Services {
    readonly preferences: Preferences;
  }
  interface AdminActions {
    deletion_undone: true;
  }
  interface Hooks {
    /** What can be put back after it was deleted. */
    readonly undoable: Undoable<never>;
  }
}

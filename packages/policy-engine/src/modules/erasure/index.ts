/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { OwnErasureStep } from '../../kernel/erasure-step.ts';
import type { FileLocation } from './absence/places.ts';
import type { EngineErasure } from './requests/engine-erasure.ts';
import type { erasureOptions } from './options.ts';
import type { ErasureService } from './service.ts';
import type { ErasureSettings } from './settings.ts';

export type { FileLocation } from './absence/places.ts';

type Shapes = typeof erasureOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly erasure: ErasureService;
  }
  interface Hooks {
    /** The personal data that a module itself stores, as steps of an erasure. */
    readonly erasureSteps: OwnErasureStep | readonly OwnErasureStep[];
    /** Files that a module stores, to be searched after an erasure. */
    readonly storedFiles: FileLocation;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** How erasure requests are handled: grace period, identity, sessions, the journal for restored backups. */
    readonly erasure?: ErasureSettings;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** Erasure requests: create, list, confirm, deny, hold, and what an erasure would do. */
    readonly erasure: EngineErasure;
  }
}

/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { ExportExtras } from '../export/index.ts';
import type { AttachmentsOptions } from './attachments/settings.ts';
import type { DataSubject } from './data-subject.ts';
import type { EngineRequests } from './requests/engine-requests.ts';
import type { portabilityOptions } from './options.ts';
import type { PortabilityService } from './service.ts';
import type { PortabilityOptions } from './settings.ts';

export type { PortabilityService } from './service.ts';

type Shapes = typeof portabilityOptions;

declare module '../../kernel/module.ts' {
  interface Services {
    readonly portability: PortabilityService;
  }
  interface Hooks {
    /** What a module itself knows about a person, for their export. */
    ownData(person: DataSubject): Promise<Partial<ExportExtras>>;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** How access requests are handled: confirmation, deadlines, how long exports are kept. */
    readonly portability?: PortabilityOptions;
    /**
     * Where exports are stored and how they are downloaded. Default: the folder `exports`, and links that work for an
     * hour.
     */
    readonly attachments?: AttachmentsOptions;
    /**
     * Exports are stored in `exporter.path`, and the five `attachment…` columns of the requests' table describe them
     * (spec: P-legacy-attachments, P-legacy-columns). Exports stored before the switch stay readable. Default: false.
     */
    readonly legacyAttachments?: boolean;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /** Requests for a person's own data: create, list, confirm, deny. */
    readonly requests: EngineRequests;
  }
}

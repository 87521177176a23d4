/** The members of an engine: those of the engine itself, and those that modules add by declaration merging. */
import type { Database } from '../platform/database/port.ts';
import type { HostEnv } from '../platform/host-env.ts';
import type { TrustProxy } from '../platform/network/trust-proxy.ts';
import type { OpenApiDocument } from '../platform/web/routing/create-web.ts';
import type { PortableRule } from './options.ts';

/** Members that modules add; each adds its own by declaration merging, with the same type parameters. */
// oxlint-disable-next-line no-unused-vars, typescript/no-empty-object-type -- merged by the modules, which use the parameters
export interface EngineMembers<RuleName extends string = string, Portable extends PortableRule = PortableRule> {}

/** Members that exist whatever the modules. */
export interface PlatformMembers {
  /**
   * Mount path, as in `/policies`: the option `mountPath`, otherwise the path from the host's adapter, otherwise
   * `/policies`.
   */
  readonly basePath: string;
  /**
   * For host adapters: how to get the path at which the host mounts the engine. `mountPath` of the configuration takes
   * precedence.
   */
  readonly mountedAt: (path: () => string | null) => void;
  /** For host adapters: the option of the same name; undefined if the host's own setting counts. */
  readonly trustProxy: TrustProxy | undefined;
  /** The database it was given. */
  readonly database: Database;
  /**
   * Answers any request below the mount path; never rejects. This is the whole engine: host adapters are thin files on
   * top of it. With the option `trustProxy`, `env.ip` may be the address of the nearest proxy.
   */
  readonly fetch: (request: Request, env?: HostEnv) => Promise<Response>;
  /** Creates or updates the engine's tables. @returns names of the migrations that ran */
  migrate(): Promise<string[]>;
  /** The OpenAPI 3.1 document of every route. */
  openApiDocument(): OpenApiDocument;
  /**
   * Starts the background jobs: exports, mail, sealing the ledger. Several processes may run them at once. Never keeps
   * a process alive.
   *
   * @param options.jobs false leaves jobs to other processes, such as `policy-engine work`. Default: true
   */
  start(options?: { readonly jobs?: boolean }): void;
  /** Stops what `start` started, and waits for jobs in progress. */
  stop(): Promise<void>;
}

/** An engine, as the kernel and modules know it. */
export interface Engine<RuleName extends string = string, Portable extends PortableRule = PortableRule>
  extends PlatformMembers, EngineMembers<RuleName, Portable> {}

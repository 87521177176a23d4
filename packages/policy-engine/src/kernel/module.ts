/**
 * The definition of a module: one feature of the engine, complete in one folder. `createPolicyEngine` combines a list
 * of modules without knowing what they do; the guide `docs/add-a-module.md` builds one.
 *
 * Types that modules extend by declaration merging: {@link Services}, {@link Hooks}, {@link AdminActions}, `ModuleOptions`,
 * `EngineMembers`, `TextParameters`, `MailData`, `Tables`.
 */
import type { CommandDefinition } from '../cli/command.ts';
import type { ErrorCodes } from '../errors/errors.ts';
import type { Database } from '../platform/database/port.ts';
import type { Migration } from '../platform/database/migrations/migration.ts';
import type { Naming } from '../platform/database/schema/names.ts';
import type { JobHandler, JobOptions, Jobs, Recurrence } from '../platform/jobs/job.ts';
import type { Mail } from '../platform/mail/mail.ts';
import type { MailDefinitions } from '../platform/mail/content.ts';
import type { Shape } from '../platform/options/options.ts';
import type { Relation } from '../platform/options/read.ts';
import type { HostEnv } from '../platform/host-env.ts';
import type { Reading } from './reading.ts';
import type { CurrentUser } from '../platform/users/current-user.ts';
import type { NamesOf } from '../platform/users/names.ts';
import type { ChooseLanguage, TextKey } from '../platform/i18n/language.ts';
import type { WebLogger } from '../platform/logger.ts';
import type { AsSent } from '../platform/web/request/as-sent.ts';
import type { SavedView } from '../platform/saved-view.ts';
import type { Arrival, Routes } from '../platform/web/routing/route.ts';
import type { Catalogue } from '../platform/i18n/texts/catalogue.ts';
import type { View } from '../platform/web/view/view.ts';
import type { EngineMembers } from './members.ts';
import type { Configuration } from './options.ts';

/**
 * Services that modules provide to each other, by module. Each adds its own:
 * `interface Services { terms: TermsService }`.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface Services {}

/** Extension points of modules, by name; a module declares the hooks that it calls itself. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface Hooks {}

/** Actions of administrators in the audit log; each module adds its own, with a text `audit.action.<name>`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface AdminActions {}

/** Name of what an administrator did. */
export type AdminAction = keyof AdminActions;

/**
 * A kind of finding of `policy-engine doctor` and the page Compliance; its texts are `check.<code>` and
 * `check.<code>.advice`.
 */
export interface FindingKind {
  /** `error`: a requirement is not met; `warning`: should be checked. */
  readonly severity: 'error' | 'warning';
  /** The article that requires it, of the GDPR unless stated otherwise; null if the finding is technical. */
  readonly article: string | null;
  /**
   * Texts for several findings of this kind as one task on the page, with a `count`: this text, and this with
   * `.advice`.
   */
  readonly several?: TextKey;
  /** What a developer copies to mend it. Default: it is mended in the panel, or needs more than that. */
  readonly fix?: DeveloperFix;
}

/** An example that mends a finding, and the option of the engine that it is about. */
export type DeveloperFix = { readonly about: string } & (
  | {
      /** Members of the options of the engine. */
      readonly options: string;
    }
  | {
      /** For a shell. */
      readonly command: string;
    }
  | {
      /** For the host's own code. */
      readonly code: string;
    }
);

/** A finding of a check, before it is worded. */
export interface Found {
  /** A code of the module's `findings`. */
  readonly code: string;
  /** Name of the rule, script or option it is about, or how many there are; null for the engine as a whole. */
  readonly subject: string | null;
  /** The subject as people read it. Default: unchanged. */
  readonly shown?: (view: View) => string;
  /** Where an administrator can fix it. Default: only a developer can. */
  readonly link?: FindingLink;
}

/** See {@link Found.link}. */
export interface FindingLink {
  /** Path below the mount path. */
  readonly path: string;
  readonly text: TextKey;
  /** Link besides the text. Default: none. */
  readonly about?: (locale: string) => string;
}

/** Checks what is missing for compliance. */
export interface Check {
  /** Whether it reads tables of the engine; it does not run before they exist. Default: false. */
  readonly needsTables?: boolean;
  /**
   * Whether it reads the schema of the database, which takes many statements and seldom changes: pages that show findings beside
   * other things show its result of the last minute. Default: false.
   */
  readonly readsSchema?: boolean;
  /** @param reading what other checks and the rest of the page also read */
  run(reading: Reading): readonly Found[] | Promise<readonly Found[]>;
}

/** A background job: runs at fixed times with `every`, else when it is enqueued. */
export interface ModuleJob {
  readonly name: string;
  readonly every?: Recurrence;
  // Of any payload: the code that enqueues a job by name passes the payload that the job reads.
  readonly run: JobHandler<never>;
  readonly options?: JobOptions<never>;
}

/** What all modules together declare. */
export interface DeclaredByModules {
  readonly findings: Readonly<Record<string, FindingKind>>;
  readonly actions: readonly AdminAction[];
  readonly errors: ErrorCodes;
  /** The options of all of them, and of the engine. */
  readonly settings: () => readonly Setting[];
}

/** An option of an engine. */
export interface Setting {
  readonly name: string;
  /** What it is for, in English. */
  readonly about: string;
}

/** What a module is created with. */
export interface ModuleContext {
  /** The options of the engine: checked, with every default filled in. */
  readonly options: Configuration;
  readonly database: Database;
  readonly naming: Naming;
  readonly jobs: Jobs;
  readonly mail: Mail;
  /** The one clock. */
  readonly now: () => Date;
  readonly logger: WebLogger;
  /** Name of the environment, as in `production`. */
  readonly environment: string;
  /** Whether the environment was set explicitly. */
  readonly isEnvironmentGiven: boolean;
  /** Locale of people about whom nothing is known. */
  readonly defaultLocale: string;
  /** IANA name of the time zone that defines days. */
  readonly timeZone: string;
  /** The best matching language of the engine. */
  readonly language: ChooseLanguage;
  /** Who is signed in, according to the host. */
  readonly currentUser: (request: Request, env: HostEnv) => Promise<CurrentUser | null>;
  /** The host's names of users. */
  readonly namesOfUsers: NamesOf;
  /** The host's names of administrators. */
  readonly namesOfAdmins: NamesOf;
  /** Mount path without a trailing slash. */
  readonly mountPath: () => string;
  /** A request that the host passed to a member of the engine, as its client sent it. */
  readonly asSent: AsSent;
  /** Whether mail is configured. */
  readonly hasMail: boolean;
  /**
   * Whether a visitor for whom the host provides no address made changes, so that changes can't be limited by client.
   */
  readonly lacksClientAddress: () => boolean;
  /** What all modules together declare. */
  readonly declared: DeclaredByModules;
  /** The checks of all modules; complete when all modules are created. */
  readonly checks: () => readonly Check[];
  /** The OpenAPI document of every route, once the engine is created. */
  readonly openApi: () => Record<string, unknown>;
  /** The service of another module. @throws {TypeError} for a module that is not listed in `needs` */
  readonly service: <Id extends keyof Services>(id: Id) => Services[Id];
  /**
   * The implementations of a hook by the modules, in the order of the list; complete when all modules are created, so
   * call it when it is needed.
   */
  readonly hooks: <Name extends keyof Hooks>(name: Name) => ReadonlyArray<Hooks[Name]>;
}

/** The parts of a created module; each part may be omitted. */
export interface ModuleParts<Id extends string = string> {
  /** What other modules get from `context.service(id)`. */
  readonly service?: Id extends keyof Services ? Services[Id] : never;
  /** Routes, pages and entries of the navigation. */
  readonly routes?: readonly Routes[];
  /** Called for each request before its route answers; cookies that it sets are sent with the response. */
  readonly arrival?: Arrival;
  /** Called before each response except style sheets and scripts: an error that it throws becomes the response. */
  readonly gate?: () => Promise<void>;
  /** JSON documents at the root of the site, by whole path. */
  readonly siteDocuments?: Readonly<Record<string, () => unknown>>;
  /** What the script of the banner knows in every page, under its name without a hash; JSON, the same for everybody. */
  readonly siteFacts?: () => Promise<unknown>;
  /** The views of a list that an administrator saved, by name. @param path of the list, below the mount path */
  readonly savedViews?: (admin: CurrentUser, path: string) => Promise<readonly SavedView[]>;
  readonly jobs?: readonly ModuleJob[];
  readonly checks?: readonly Check[];
  /** Its implementations of hooks of other modules. */
  readonly hooks?: Partial<Hooks>;
  /**
   * Called when all modules are created, to check what it uses from them. @throws {PolicyEngineError}
   * `configuration_invalid`
   */
  ready?(): void;
  /** Members of the engine. */
  readonly members?: Partial<EngineMembers>;
  /** Starts its background activity other than jobs. */
  start?(): void;
  /** Stops it, and waits for what is in progress. */
  stop?(): Promise<void>;
}

/** A module, before there is an engine. */
export interface Module<Id extends string = string> {
  /** Name of its folder. */
  readonly id: Id;
  /** Modules whose services it uses; they are created before it. Default: none. */
  readonly needs?: ReadonlyArray<keyof Services>;
  /** A schema for each of its options; `interface ModuleOptions` and `ModuleShapes` (`options.ts`) have their types. */
  readonly options?: Shape;
  /** Conditions between its options and others. */
  readonly relations?: readonly Relation[];
  /** The codes of its errors, with their HTTP status. */
  readonly errors?: ErrorCodes;
  /**
   * Its migrations of the database schema, oldest first; its tables are in `interface Tables`
   * (`platform/database/schema/tables.ts`).
   */
  readonly migrations?: readonly Migration[];
  /** Its texts in each language of the engine. */
  readonly texts?: Catalogue;
  /** How each of its mails is written, by name. */
  readonly mails?: Partial<MailDefinitions>;
  /** Its actions of administrators in the audit log; texts `audit.action.<name>`. */
  readonly actions?: readonly AdminAction[];
  /** What its checks can find, by code. */
  readonly findings?: Readonly<Record<string, FindingKind>>;
  /** Commands of `policy-engine`. */
  readonly commands?: readonly CommandDefinition[];
  /** Creates it for one engine. */
  create?(context: ModuleContext): ModuleParts<Id>;
}

/** Declares a module. */
export function defineModule<const Id extends string>(module: Module<Id>): Module<Id> {
  return module;
}

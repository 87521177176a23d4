/**
 * What a module is: one feature of the engine, whole in one folder. `createPolicyEngine` folds a list of modules and knows
 * nothing of what they do; the guide `docs/add-a-module.md` builds one.
 *
 * Types that modules extend by declaration merging: {@link Services}, {@link Hooks}, {@link EngineMembers}, `EnglishTexts`,
 * `MailData`, `AdminActions`, `Tables`.
 */
import type { CommandDefinition } from './cli/command.ts';
import type { Configuration } from './config.ts';
import type { ErrorCodes } from './errors.ts';
import type { Database } from './platform/database/port.ts';
import type { Migration } from './platform/database/migration.ts';
import type { Naming } from './platform/database/names.ts';
import type { JobHandler, JobOptions, Jobs, Recurrence } from './platform/jobs/job.ts';
import type { Mail } from './platform/mail/mail.ts';
import type { MailDefinitions } from './platform/mail/content.ts';
import type { Shape } from './platform/options/options.ts';
import type { Relation } from './platform/options/read.ts';
import type { HostEnv } from './platform/host-env.ts';
import type { CurrentUser } from './platform/users/current-user.ts';
import type { ChooseLanguage, TextKey } from './platform/i18n/language.ts';
import type { WebLogger } from './platform/logger.ts';
import type { Arrival, Routes } from './platform/web/route.ts';
import type { Catalogue } from './platform/i18n/texts/catalogue.ts';
import type { View } from './platform/web/view.ts';
import type { PolicyEngine } from './policy-engine.ts';

/** What modules offer each other, by module. Each adds its own: `interface Services { terms: TermsService }`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface Services {}

/** What modules let others take part in, by name; a module declares the hooks that it calls itself. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface Hooks {}

/** Members that modules add to the engine itself. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface EngineMembers {}

/** What administrators do, as their log notes it; each module adds its own, with a text `audit.action.<name>`. */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface AdminActions {}

/** Name of what an administrator did. */
export type AdminAction = keyof AdminActions;

/** A kind of finding of `policy-engine doctor` and the page Check; its texts are `check.<code>` and `check.<code>.advice`. */
export interface FindingKind {
  /** `error`: a duty is not met; `warning`: look at it. */
  readonly severity: 'error' | 'warning';
  /** The article that asks for it, of the GDPR unless it says otherwise; null where it is a matter of working at all. */
  readonly article: string | null;
  /** Texts for several findings of the kind as one task of the page, with a `count`: this, and this with `.advice`. */
  readonly several?: TextKey;
}

/** Something that a check found, before it has words. */
export interface Found {
  /** A code of the module's `findings`. */
  readonly code: string;
  /** Name of the rule, script or option it is about, or how many there are; null for the engine as a whole. */
  readonly subject: string | null;
  /** The subject as people read it. Default: as it is. */
  readonly shown?: (view: View) => string;
  /** Where an administrator can mend it. Default: only a developer can. */
  readonly link?: FindingLink;
}

/** See {@link Found.link}. */
export interface FindingLink {
  /** Path below the mount path. */
  readonly path: string;
  readonly text: TextKey;
  /** What it leads to, beside the text. Default: nothing. */
  readonly about?: (locale: string) => string;
}

/** Looks for what is missing for compliance. */
export interface Check {
  /** Whether it reads tables of the engine; it does not run before they are there. Default: false. */
  readonly needsTables?: boolean;
  run(): readonly Found[] | Promise<readonly Found[]>;
}

/** Work in the background: at fixed times with `every`, else when it is enqueued. */
export interface ModuleJob {
  readonly name: string;
  readonly every?: Recurrence;
  // Of any payload: whoever adds a job of a name gives it the payload that it reads.
  readonly run: JobHandler<never>;
  readonly options?: JobOptions<never>;
}

/** What all modules together declare. */
export interface DeclaredByModules {
  readonly findings: Readonly<Record<string, FindingKind>>;
  readonly actions: readonly AdminAction[];
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
  /** Whether somebody said which environment this is. */
  readonly isEnvironmentGiven: boolean;
  /** Locale of those of whom nothing is known. */
  readonly defaultLocale: string;
  /** IANA name of the zone whose days count. */
  readonly timeZone: string;
  /** The language that fits best, of the engine's. */
  readonly language: ChooseLanguage;
  /** Who is signed in, as the host says. */
  readonly currentUser: (request: Request, env: HostEnv) => Promise<CurrentUser | null>;
  /** Mount path without a trailing slash. */
  readonly mountPath: () => string;
  /** Whether mail is configured. */
  readonly hasMail: boolean;
  /** Whether a visitor wrote of whom the host tells no address, so that writes can't be limited by client. */
  readonly lacksClientAddress: () => boolean;
  /** What all modules together declare. */
  readonly declared: DeclaredByModules;
  /** The checks of all modules; complete once all are created. */
  readonly checks: () => readonly Check[];
  /** The OpenAPI document of every route, once the engine is made. */
  readonly openApi: () => Record<string, unknown>;
  /** What another module offers. @throws {TypeError} for a module that is not among `needs` */
  readonly service: <Id extends keyof Services>(id: Id) => Services[Id];
  /** What the modules give for a hook, in the order of the list; complete once all are created, so ask when it is needed. */
  readonly hooks: <Name extends keyof Hooks>(name: Name) => ReadonlyArray<Hooks[Name]>;
}

/** What a module is made of once it is created; each part may be left out. */
export interface ModuleParts<Id extends string = string> {
  /** What others get from `context.service(id)`. */
  readonly service?: Id extends keyof Services ? Services[Id] : never;
  /** Routes, pages and entries of the navigation. */
  readonly routes?: readonly Routes[];
  /** Looks at each request that a route is about to answer; cookies that it sets go with the answer. */
  readonly arrival?: Arrival;
  /** Asked before anything but style sheets and scripts is answered: what it throws is the answer. */
  readonly gate?: () => Promise<void>;
  /** JSON documents at the root of the site, by whole path. */
  readonly siteDocuments?: Readonly<Record<string, () => unknown>>;
  readonly jobs?: readonly ModuleJob[];
  readonly checks?: readonly Check[];
  /** What it gives for the hooks of others. */
  readonly hooks?: Partial<Hooks>;
  /** Checks, once all modules are created, what it took from all of them. @throws {PolicyEngineError} `configuration_invalid` */
  ready?(): void;
  /** Members of the engine. */
  readonly members?: Partial<PolicyEngine>;
  /** Begins what it does in the background beside jobs. */
  start?(): void;
  /** Ends it, and waits for what is under way. */
  stop?(): Promise<void>;
}

/** A module, before there is an engine. */
export interface Module<Id extends string = string> {
  /** Name of its folder. */
  readonly id: Id;
  /** Modules whose services it asks for; they are created before it. Default: none. */
  readonly needs?: ReadonlyArray<keyof Services>;
  /** A schema for each of its options; `interface ModuleOptions` and `ModuleShapes` (`config.ts`) have their types. */
  readonly options?: Shape;
  /** What its options have to be to others. */
  readonly relations?: readonly Relation[];
  /** The codes of its errors, with their HTTP status. */
  readonly errors?: ErrorCodes;
  /** What it does to the schema of the database, oldest first; its tables are in `interface Tables` (`platform/database/tables.ts`). */
  readonly migrations?: readonly Migration[];
  /** Its texts in each language of the engine. */
  readonly texts?: Catalogue;
  /** How each of its mails is written, by name. */
  readonly mails?: Partial<MailDefinitions>;
  /** What administrators do in it, as the log notes it; texts `audit.action.<name>`. */
  readonly actions?: readonly AdminAction[];
  /** What its checks can find, by code. */
  readonly findings?: Readonly<Record<string, FindingKind>>;
  /** Commands of `policy-engine`. */
  readonly commands?: readonly CommandDefinition[];
  /** Makes it for one engine. */
  create?(context: ModuleContext): ModuleParts<Id>;
}

/** Declares a module. */
export function defineModule<const Id extends string>(module: Module<Id>): Module<Id> {
  return module;
}

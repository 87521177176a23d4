/**
 * An engine that a Node web application mounts for its policies, consents and scripts.
 *
 * @module
 */
// The types that modules add to: texts, mails, members of the engine.
import './modules.ts';

export type { AnyClass, WithPolicies } from './modules/people/behaviour.ts';
export type { ConsentHelperName, PascalCase, PortabilityHelperName } from './modules/people/helper-names.ts';
export type {
  PolicyHandle,
  PolicyHelpers,
  PolicyTerm,
  PolicyUser,
  PolicyUserTerm,
  PortabilityEntry,
  PortabilityHelpers,
  PortabilityUser,
} from './modules/people/policy-user.ts';
export type { UserResource } from './platform/users/resource.ts';
export type { GpcOptions, GpcResource } from './modules/consent/banner/gpc-resource.ts';
export type { PolicyEngineOptions } from './config.ts';
export type { RuleCallback, RuleCallbackContext } from './modules/consent/callback.ts';
export type { RecordedPolicies } from './modules/consent/service.ts';
export type { SignUpEvidence } from './modules/consent/sign-up.ts';
export type { PortabilityRequestsTable } from './modules/requests/tables.ts';
export type { TermsTable } from './modules/terms/tables.ts';
export type { UserTermsTable } from './modules/consent/tables.ts';
export { createQueries, migrate, migrationSql, pendingMigrations } from './schema.ts';
export type { RuleCondition, RuleConditionContext } from './modules/consent/condition.ts';
export type { ImportFormat } from './modules/consent/import/file.ts';
export type { ImportedDecision, ImportProblem } from './modules/consent/import/row.ts';
export type { ImportOptions, ImportReport } from './modules/consent/import/service.ts';
export type { ImportFileOptions, ImportRows } from './modules/consent/import/source.ts';
export type { ConsentState, Decision } from './modules/consent/standing.ts';
export * from './platform/database/index.ts';
export type { Finding as CheckFinding } from './modules/checks/finding.ts';
export { configurePolicyEngine } from './configure.ts';
export type { PolicyEngineBuilder } from './configure.ts';
export { createPolicyEngine } from './engine.ts';
export type { RenderBannerOptions } from './modules/consent/banner/banner.tsx';
export type { CheckOptions, PolicyEngine } from './policy-engine.ts';
export * from './errors.ts';
export * from './platform/jobs/index.ts';
export * from './modules/proof/index.ts';
export * from './modules/requests/attachments/index.ts';
export * from './modules/export/index.ts';
export * from './platform/mail/index.ts';
export type { PortabilityOptions } from './modules/requests/settings.ts';
export type { LifecycleEvent, RuleOptions } from './modules/rules/rules.ts';
export type { ConsentMode, ConsentModeOptions, ConsentType } from './modules/consent/scripts/consent-mode.ts';
export type {
  Localised,
  ScriptContext,
  ScriptCookieOptions,
  ScriptOptions,
  ScriptTemplate,
} from './modules/consent/scripts/declaration.ts';
export type { RenderScriptsOptions, Visit } from './modules/consent/context/visit.ts';
export type { CookieOptions, Cookies } from './platform/web/cookies.ts';
export type { CurrentUser } from './platform/users/current-user.ts';
export type { HostEnv } from './platform/host-env.ts';
export type { HostTexts } from './platform/i18n/language.ts';
export type { Appearance } from './platform/appearance.ts';
export type { WebLogger } from './platform/logger.ts';

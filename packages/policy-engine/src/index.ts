/**
 * An engine that a Node web application mounts for its policies, consents and scripts.
 *
 * @module
 */
export type { AnyClass, WithPolicies } from './behaviour/behaviour.ts';
export type { ConsentHelperName, PascalCase, PortabilityHelperName } from './behaviour/helper-names.ts';
export type {
  PolicyHandle,
  PolicyHelpers,
  PolicyTerm,
  PolicyUser,
  PolicyUserTerm,
  PortabilityEntry,
  PortabilityHelpers,
  PortabilityUser,
} from './behaviour/policy-user.ts';
export type { UserResource } from './behaviour/user-resource.ts';
export type { GpcOptions, GpcResource } from './choice/gpc-resource.ts';
export type { PolicyEngineOptions } from './config.ts';
export type { RuleCallback, RuleCallbackContext } from './consents/callback.ts';
export type { RecordedPolicies } from './consents/service.ts';
export type { SignUpEvidence } from './consents/sign-up.ts';
export type { RuleCondition, RuleConditionContext } from './consents/condition.ts';
export type { ImportFormat } from './consents/import/file.ts';
export type { ImportedDecision, ImportProblem } from './consents/import/row.ts';
export type { ImportOptions, ImportReport } from './consents/import/service.ts';
export type { ImportFileOptions, ImportRows } from './consents/import/source.ts';
export type { ConsentState, Decision } from './consents/standing.ts';
export * from './database/index.ts';
export type { Finding as CheckFinding, FindingCode as CheckFindingCode, Severity } from './check/finding.ts';
export { configurePolicyEngine } from './configure.ts';
export type { PolicyEngineBuilder } from './configure.ts';
export { createPolicyEngine } from './engine.ts';
export type { RenderBannerOptions } from './banner/banner.tsx';
export type { CheckOptions, PolicyEngine } from './policy-engine.ts';
export * from './errors.ts';
export * from './jobs/index.ts';
export * from './ledger/index.ts';
export * from './portability/attachments/index.ts';
export * from './portability/index.ts';
export * from './mail/index.ts';
export type { PortabilityOptions } from './requests/settings.ts';
export type { LifecycleEvent, RuleOptions } from './rules.ts';
export type { ConsentMode, ConsentModeOptions, ConsentType } from './scripts/consent-mode.ts';
export type {
  Localised,
  ScriptContext,
  ScriptCookieOptions,
  ScriptOptions,
  ScriptTemplate,
} from './scripts/declaration.ts';
export type { RenderScriptsOptions, Visit } from './visit.ts';
export type { CookieOptions, Cookies } from './web/cookies.ts';
export type { CurrentUser, HostEnv } from './web/host-env.ts';
export type { FieldError } from './web/http-error.ts';
export type { HostTexts } from './web/i18n.ts';
export type { Appearance, WebLogger } from './web/options.ts';

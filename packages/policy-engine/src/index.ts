/**
 * An engine that a Node web application mounts for its policies, consents and scripts. More is in
 * `policy-engine/database`, `policy-engine/ledger`, `policy-engine/export` and `policy-engine/data-map`; each name is
 * exported in one place.
 *
 * @module
 */
import './node-version.ts';
// The types that modules add to: texts, mails, members of the engine.
import './modules.ts';

export type { PolicyEngineOptions } from './config.ts';
export { configurePolicyEngine } from './configure.ts';
export type { PolicyEngineBuilder } from './configure.ts';
export { createPolicyEngine } from './engine.ts';
export type { PolicyEngine } from './policy-engine.ts';
export type { ValidatePoliciesOptions } from './modules/consent/sign-up/sign-up.ts';
export { PolicyEngineError, policyEngineErrors } from './errors/errors.ts';
export type { ConfigurationProblem, FieldError, PolicyEngineErrorCode } from './errors/errors.ts';

export type { CheckFinding } from './modules/checks/finding.ts';
export type { RenderBannerOptions } from './modules/consent/banner/banner.tsx';
export type { GpcOptions } from './modules/consent/banner/gpc-resource.ts';
export type { RuleCallback, RuleCallbackContext } from './modules/rules/callback.ts';
export type { RuleCondition, RuleConditionContext } from './modules/rules/declaration.ts';
export type { ConsentContext, RenderScriptsOptions } from './modules/consent/context/consent-context.ts';
export type { ImportedDecision } from './modules/consent/import/row.ts';
export type { ImportReport } from './modules/consent/import/service.ts';
export type { ImportFileOptions, ImportRows } from './modules/consent/import/source.ts';
export type { ConsentModeOptions } from './modules/consent/scripts/consent-mode.ts';
export type { ScriptContext, ScriptCookieOptions, ScriptOptions } from './modules/consent/scripts/declaration.ts';
export type { RecordedPolicies } from './modules/consent/sign-up/recorded-policies.ts';
export type { SignUpEvidence } from './modules/consent/sign-up/sign-up.ts';
export type { ConsentState } from './modules/rules/decision.ts';
export type { PortabilityRuleOptions } from './modules/export/rule.ts';
export type { WithPolicies } from './modules/people/user-helpers.ts';
export type { PolicyUser } from './modules/people/policy-user.ts';
export type { RuleOptions } from './modules/rules/declaration.ts';
export type { WebhookOptions } from './modules/webhooks/settings.ts';

export { betterSqlite3Database } from './platform/database/sqlite/drivers/better-sqlite3.ts';
export { connectDatabase } from './platform/database/connection/connect.ts';
export { mysql2Database } from './platform/database/mysql/drivers/mysql2.ts';
export { nodeSqliteDatabase } from './platform/database/sqlite/drivers/node-sqlite.ts';
export { pgDatabase } from './platform/database/postgres/drivers/pg.ts';
export type { Database } from './platform/database/port.ts';
export type { HostTexts } from './platform/i18n/language.ts';
export { embeddedJobs } from './platform/jobs/embedded.ts';
export type { FailedJob } from './platform/jobs/job.ts';
export type { JobQueueFactory } from './platform/jobs/queue.ts';
export type { MailData, MailName } from './platform/mail/messages.ts';
export type { MailTemplates } from './platform/mail/templates.ts';
export type { MailOptions, MailTransport, OutgoingMail } from './platform/mail/transport.ts';
export type { UserResource } from './platform/users/resource.ts';
export type { Cookies } from './platform/web/request/cookies.ts';
export type { OpenApiDocument } from './platform/web/routing/create-web.ts';
export type { CurrentUser } from './platform/users/current-user.ts';
export type { HostEnv } from './platform/host-env.ts';
export type { Appearance } from './platform/appearance.ts';
export type { WebLogger } from './platform/logger.ts';
export type { EngineTerms, NewTerm } from './modules/terms/engine-terms.ts';
export type { ImportedTerm } from './modules/terms/publishing/imported.ts';
export type { Term } from './modules/terms/term.ts';
export type { EngineRequests } from './modules/portability/requests/engine-requests.ts';
export type { PortabilityRequest } from './modules/portability/requests/request.ts';

/**
 * Acceptance as part of the host's own form: the boxes `policy_rule_<name>` of a sign-up or an update (spec:
 * P-rule-validates-on). The host checks before it writes, and records in the transaction that writes its user.
 */
import type { Database } from '../../../platform/database/port.ts';
import { PolicyEngineError } from '../../../errors/errors.ts';
import type { EngineMembers } from '../../../kernel/members.ts';
import type { ModuleContext } from '../../../kernel/module.ts';
import type { Decision, LifecycleEvent, Rules } from '../../rules/index.ts';
import type { TermsService } from '../../terms/index.ts';
import { shownText } from '../banner/input.ts';
import { Cookies } from '../../../platform/web/request/cookies.ts';
import type { FieldError } from '../../../errors/errors.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { WebLogger } from '../../../platform/logger.ts';
import type { RecordedPolicies } from './recorded-policies.ts';
import type { ConsentService, Decisions } from '../service.ts';
import { findRead } from '../decisions/decision.ts';
import type { Evidence } from '../visitors/visitor.ts';

/** Form fields or attributes of the host's user, by name. Fields other than `policy_rule_*` are ignored. */
export type Attributes = Readonly<Record<string, unknown>>;

/** What is known of a form of the host's. */
export type SignUpEvidence = Omit<Evidence, 'how' | 'read'>;

/** How the host's own form is validated. */
export interface ValidatePoliciesOptions {
  /** Languages for the sentences, best first. Default: the engine's default locale. */
  readonly locales?: readonly string[];
  /** The user who is updated: policies that they accepted before need not be accepted again. */
  readonly userId?: string;
  /** The host's record of that user, for the conditions of the rules. */
  readonly record?: unknown;
  /**
   * The transaction that writes the user, if it has begun: what they accepted before is read in it. Without it the
   * check takes a second connection, and a pool whose connections all wait for a second one waits forever.
   */
  readonly transaction?: Database;
}

const PREFIX = 'policy_rule_';
/** Fields of a form that say which version of a text it showed. */
const VERSION_PREFIX = 'policy_version_';

/** A text for a form of the host: a link to it, a box unless it is a notice, and a hidden field. */
export interface PolicyText<Name extends string = string> {
  readonly rule: Name;
  /** In the requested language. */
  readonly label: string;
  /** Whether it is information that nobody decides on. */
  readonly notice: boolean;
  /** Version of the text in force: the value of the field. */
  readonly version: number;
  /** Name of the check box that decides; null for a notice. */
  readonly decisionField: `policy_rule_${Name}` | null;
  /** Name of the hidden field with the version. */
  readonly versionField: `policy_version_${Name}`;
  /** @deprecated Use `versionField`; the check box is `decisionField`. */
  readonly field: `policy_version_${Name}`;
}

/** Name of a form field or attribute that decides on a rule, or says which version of its text was shown. */
export type PolicyAttribute<Name extends string = string> = `policy_rule_${Name}` | `policy_version_${Name}`;

/** Most fields without a rule that a process reports: the names come from a form that anybody may send. */
const MOST_REPORTED = 20;

interface SignUpOptions {
  readonly rules: Rules;
  readonly terms: TermsService;
  readonly consents: ConsentService;
  /**
   * Called for fields `policy_rule_*` without a rule, once each; null for no reports. Such fields are always ignored.
   */
  readonly logger: WebLogger | null;
}

interface CheckOptions {
  readonly language: Language;
  readonly userId?: string | undefined;
  readonly record?: unknown;
  readonly transaction?: Database | undefined;
}

/** Checks and records what a user decides in a form of the host's. */
export class SignUp {
  readonly #rules: Rules;
  readonly #terms: TermsService;
  readonly #consents: ConsentService;

  /** Called for fields without a rule; null in production, where anybody may send some. */
  readonly #logger: WebLogger | null;
  readonly #reported: Set<string> = new Set();

  constructor({ rules, terms, consents, logger }: SignUpOptions) {
    this.#rules = rules;
    this.#terms = terms;
    this.#consents = consents;
    this.#logger = logger;
  }

  /**
   * The errors that prevent a user from being created or updated: a rule of that event that is neither accepted with
   * these attributes nor, for an existing user, accepted before; an accepted text that is no longer the one in force.
   *
   * @returns an error per field, in the given language; empty if there is none
   */
  async check(
    event: LifecycleEvent,
    attributes: Attributes,
    { language, userId, record = null, transaction }: CheckOptions,
  ): Promise<FieldError[]> {
    const decisions = this.#decisions(attributes);
    const user = userId === undefined ? null : { id: userId, record };
    const asked = await this.#consents.asked({ user, request: null, attributes, event });
    const required = this.#rules.all.filter(({ name, validatesOn }) => validatesOn.includes(event) && asked.has(name));
    const current = await this.#terms.current(transaction);
    const accepted = await this.#acceptedBy(userId, transaction);
    const read = readIn(attributes);
    const changed = [...decisions].flatMap(([name, decision]) => {
      const term = current.get(name);
      const isRead = term === undefined || decision !== 'accepted' || findRead(term, read(name)) !== undefined;
      if (isRead) return [];
      return [{ field: PREFIX + name, code: 'text_changed', detail: language.t('error.text_changed') }];
    });
    const missing = required.flatMap(({ name }) => {
      const field = PREFIX + name;
      // A rule without a text cannot be accepted.
      if (!current.has(name)) return [{ field, code: 'missing_term', detail: `no term for ${name} policy` }];
      const isAccepted = decisions.has(name) ? decisions.get(name) === 'accepted' : accepted.has(name);
      return isAccepted ? [] : [{ field, code: 'required', detail: language.t('consents.needs_confirmation') }];
    });
    return [...missing, ...changed];
  }

  /** Stores the decisions in the attributes, in the host's transaction, for a user it has just written or is about to write. */
  async record(
    transaction: Database,
    userId: string,
    attributes: Attributes,
    evidence: SignUpEvidence = {},
  ): Promise<RecordedPolicies> {
    const decisions = this.#decisions(attributes);
    const read = readIn(attributes);
    const shown = evidence.shown ?? (await this.#shownTexts(read, evidence, transaction));
    return this.#consents.record(transaction, userId, decisions, { ...evidence, shown, read, how: 'sign-up' });
  }

  /** The texts in force. @param locale BCP 47 tag of the form */
  async texts(locale: string): Promise<PolicyText[]> {
    const current = await this.#terms.current();
    return this.#rules.all.flatMap(({ name: rule, label, notice }) => {
      const version = current.get(rule)?.version;
      if (version === undefined) return [];
      const versionField = `${VERSION_PREFIX}${rule}` as const;
      const decisionField = notice ? null : (`${PREFIX}${rule}` as const);
      return [{ rule, label: label(locale), notice, version, decisionField, versionField, field: versionField }];
    });
  }

  /** The texts that the form showed, as the ledger stores them with its decisions; null for none. */
  async #shownTexts(read: Read, { locale }: SignUpEvidence, transaction: Database): Promise<string | null> {
    const current = await this.#terms.current(transaction);
    const said = this.#rules.all.map(({ name }) => [name, Number(read(name))] as const);
    // A form may be older than the newest version, but cannot show one that does not exist.
    const texts = said.filter(
      ([name, version]) => Number.isInteger(version) && version > 0 && version <= (current.get(name)?.version ?? 0),
    );
    if (texts.length === 0) return null;
    return shownText({ locale, texts: Object.fromEntries(texts) }, new Set(texts.map(([name]) => name)));
  }

  /** A missing box is not a decision: it would be recorded as a rejection that nobody expressed. */
  #decisions(attributes: Attributes): Decisions {
    requireFields(attributes);
    this.#reportUnknown(attributes);
    const decisions = new Map<string, Decision>();
    for (const { name, notice } of this.#rules.all) {
      // A form from the time when people were asked to accept it may still send it.
      if (notice) continue;
      const decision = decisionOf(attributes[PREFIX + name]);
      if (decision !== null) decisions.set(name, decision);
    }
    return decisions;
  }

  /**
   * A mistake of the host looks the same as a field that a stranger invented, so it is not an error, and is only reported during
   * development.
   */
  #reportUnknown(attributes: Attributes): void {
    if (this.#logger === null) return;
    for (const field of Object.keys(attributes)) {
      const isUnknown = field.startsWith(PREFIX) && this.#rules.find(field.slice(PREFIX.length)) === undefined;
      if (!isUnknown || this.#reported.has(field) || this.#reported.size >= MOST_REPORTED) continue;
      this.#reported.add(field);
      const known = this.#rules.all.map(({ name }) => name).join(', ');
      const shown = JSON.stringify(field.slice(0, 100));
      this.#logger.error(`the field ${shown} was ignored: there is no such rule (known: ${known})`, {});
    }
  }

  async #acceptedBy(userId: string | undefined, transaction: Database | undefined): Promise<ReadonlySet<string>> {
    if (userId === undefined) return new Set();
    const visitor = { user: { id: userId, record: null }, cookies: new Cookies(null) };
    const statuses = await this.#consents.statuses(visitor, transaction);
    return new Set(statuses.filter(({ state }) => state === 'accepted').map(({ rule }) => rule.name));
  }
}

/** @throws {PolicyEngineError} `form_missing` for anything but an object, such as `request.body` without a body parser */
function requireFields(attributes: unknown): void {
  if (typeof attributes === 'object' && attributes !== null) return;
  throw new PolicyEngineError(
    'form_missing',
    `The fields of the form are missing: the argument is ${attributes === null ? 'null' : typeof attributes}. ` +
      'Pass an object with the fields policy_rule_<name>, such as request.body or request.body.user; in Express this needs ' +
      'a body parser before the route: app.use(express.urlencoded({ extended: true })).',
  );
}

/** Which text of a rule the form showed, as its hidden field says; undefined without one. */
type Read = (rule: string) => string | undefined;

function readIn(attributes: Attributes): Read {
  return (rule) => {
    const value = attributes[VERSION_PREFIX + rule];
    if (value === undefined || value === null || value === '') return undefined;
    // A value that is not a version number is treated as a version that is not in force.
    return typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown';
  };
}

/** The value of a box, a switch or a boolean. */
function decisionOf(value: unknown): Decision | null {
  if (value === true || value === 'true' || value === '1' || value === 1 || value === 'on') return 'accepted';
  if (value === false || value === 'false' || value === '0' || value === 0 || value === 'off') return 'rejected';
  return null;
}

/** The members of the engine for forms of the host's. */
export function signUpMembers(
  { environment, logger, language, defaultLocale, asSent }: ModuleContext,
  parts: Omit<SignUpOptions, 'logger'>,
): Pick<EngineMembers, 'policyAttributes' | 'policyTexts' | 'validatePolicies' | 'recordPolicies'> {
  // In production these are mostly invented by attackers.
  const sent = (evidence: SignUpEvidence): SignUpEvidence => {
    if (!evidence.request) return evidence;
    const { request, env } = asSent(evidence.request, { ip: evidence.ip });
    return { ...evidence, request, ip: env.ip };
  };
  const signUp = new SignUp({ ...parts, logger: environment === 'production' ? null : logger });
  return {
    policyTexts: ({ locale } = {}) =>
      signUp.texts(language([...(locale === undefined ? [] : [locale]), defaultLocale]).locale),
    policyAttributes: parts.rules.all.flatMap(({ name, notice }): PolicyAttribute[] => [
      ...(notice ? [] : [`${PREFIX}${name}` as const]),
      `${VERSION_PREFIX}${name}`,
    ]),
    validatePolicies: (event, attributes, { locales = [], ...user } = {}) =>
      signUp.check(event, attributes, { ...user, language: language([...locales, defaultLocale]) }),
    recordPolicies: (transaction, userId, attributes, evidence) =>
      signUp.record(transaction, userId, attributes, evidence && sent(evidence)),
  };
}

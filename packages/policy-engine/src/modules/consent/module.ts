import { defineModule, type Module, type ModuleContext } from '../../kernel/module.ts';
import { isSafeMethod, refuseForeignRequest } from '../../platform/web/cross-site.ts';
import { httpErrors } from '../../platform/web/http-error.ts';
import { consentOptions, scriptsFit } from './options.ts';
import { necessaryFit } from './necessary/options.ts';
import { previewHtml } from './banner/preview.tsx';
import { bannerRoutes } from './banner/fragment-routes.tsx';
import { GPC_PATH, gpcResource } from './banner/gpc-resource.ts';
import { rendersOf } from './banner/hidden-from.ts';
import { BannerRecords } from './banner/records.ts';
import { lookOf, type LookIn } from '../appearance/look.ts';
import { consentSettingsRoutes } from './banner/routes.ts';
import { ConsentSettingsService } from './banner/service.ts';
import { checkConsents, findings } from './checks.ts';
import { checkCookieTexts } from './cookie-texts.ts';
import { centreRoutes } from './centre/routes.ts';
import type { CentreSection } from './centre/views/section.ts';
import { CentreService } from './centre/service.ts';
import { contexts } from './context/contexts.ts';
import { figuresRoutes } from './figures/figures-route.ts';
import { versionFigures } from './figures/version-figures.ts';
import { decisionRollup } from './figures/rollup.ts';
import { FiguresService } from './figures/service.ts';
import { checkFoundCookies } from './found-cookies/checks.ts';
import { DeclaredCookies } from './found-cookies/declared.ts';
import { foundCookiesRoutes } from './found-cookies/routes.ts';
import { FoundCookiesService } from './found-cookies/service.ts';
import { importCommand } from './import/command.ts';
import { DecisionImport } from './import/service.ts';
import { type ImportFileOptions, importFrom, type ImportReport, type ImportRows } from './import/source.ts';
import { ownDecisions } from './own-data.ts';
import { userTermRoutes } from './routes.ts';
import { ScriptService } from './scripts/service.ts';
import { ConsentService } from './service.ts';
import { signUpMembers } from './sign-up.ts';
import { consentMigrations } from './tables.ts';
import { texts } from './texts/index.ts';
import type { FieldError } from '../../errors.ts';
import type { Database } from '../../platform/database/port.ts';
import type { HostEnv } from '../../platform/host-env.ts';
import type { LifecycleEvent } from '../rules/declaration.ts';
import type { GpcOptions, GpcResource } from './banner/gpc-resource.ts';
import type { BannerOptions } from './banner/hidden-from.ts';
import type { ConsentContext } from './context/consent-context.ts';
import type { NecessaryCookieOptions } from './necessary/declaration.ts';
import type { RecordedPolicies } from './recorded-policies.ts';
import type { ConsentModeOptions } from './scripts/consent-mode.ts';
import type { ScriptOptions } from './scripts/declaration.ts';
import type { Attributes, PolicyAttribute, PolicyText, SignUpEvidence, ValidatePoliciesOptions } from './sign-up.ts';

// The tables must be visible where the types of `createQueries` are used.
export type * from './tables.ts';

type Texts = typeof texts.en;
type Shapes = typeof consentOptions;

declare module '../../platform/i18n/texts/catalogue.ts' {
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface EnglishTexts extends Texts {}
}
declare module '../../kernel/module.ts' {
  interface Services {
    readonly consent: ConsentService;
  }
  interface Hooks {
    /** A part of the privacy centre, the page for a person. */
    readonly centreSection: CentreSection;
  }
  interface AdminActions {
    decisions_imported: true;
  }
}
declare module '../../kernel/options.ts' {
  interface ModuleOptions<RuleName, Portable, UserRecord> {
    /** Scripts of third parties, with their cookies. Default: none. */
    readonly scripts?: readonly ScriptOptions[];
    /** The host's own cookies that need no consent: session, basket, CSRF token, load balancer. Default: none. */
    readonly necessaryCookies?: readonly NecessaryCookieOptions[];
    /** How Google's tags behave without consent, if a script declares `consentMode`. */
    readonly consentMode?: ConsentModeOptions;
    /** What the site states about Global Privacy Control in `/.well-known/gpc.json`. */
    readonly gpc?: GpcOptions;
    /** Who sees the consent banner, and where. */
    readonly banner?: BannerOptions;
    /**
     * Whether the names of cookies in requests are counted, without values and without who sent them, to compare them with
     * the declared ones. Default: true.
     */
    readonly cookieInventory?: boolean;
    /** Decides which scripts render. Default: `NODE_ENV`, else `development`. */
    readonly environment?: string;
  }
  // oxlint-disable-next-line typescript/no-empty-object-type -- declaration merging
  interface ModuleShapes extends Shapes {}
}
declare module '../../kernel/members.ts' {
  interface EngineMembers<RuleName, Portable> {
    /**
     * The consent context of one request of the host's own pages: what its visitor has consented to, and the resulting
     * scripts. Queries the database at most once, and only when needed.
     */
    consentContext(request: Request, env?: HostEnv): ConsentContext<RuleName>;
    /**
     * The errors that prevent the host from creating or updating a user with these attributes (spec: `validates_on`): one
     * per field `policy_rule_<name>`, empty if valid: `required`, `missing_term`, or `text_changed` for an accepted text that is no longer the
     * one in force, if the form says which one it showed (`policy_version_<name>`). Fields without a rule are ignored; outside of production they are
     * logged.
     *
     * @throws {PolicyEngineError} `form_missing` for attributes that are not an object, as without a body parser
     */
    validatePolicies(
      event: LifecycleEvent,
      attributes: Attributes,
      options?: ValidatePoliciesOptions,
    ): Promise<FieldError[]>;
    /**
     * Names of the form fields and attributes of a user that `recordPolicies` reads, in the order of the rules: `policy_rule_<name>` decides
     * on a rule; `policy_version_<name>` is the version of its text that was shown.
     */
    readonly policyAttributes: ReadonlyArray<PolicyAttribute<RuleName>>;
    /**
     * The texts in force, in the order of the rules: a form of the host shows a link to each, a box unless it is a notice, and a hidden field
     * `policy_version_<rule>` with its version. The versions are stored in the ledger with the decisions of `recordPolicies`, and a text
     * that has changed since the form was shown is not accepted.
     *
     * @param options.locale BCP 47 tag of the labels. Default: the engine's default locale
     */
    policyTexts(options?: { readonly locale?: string }): Promise<readonly PolicyText<RuleName>[]>;
    /**
     * Stores the decisions in these attributes, in the transaction that writes the user. Fields without a rule are
     * ignored; outside of production they are logged.
     *
     * @throws {PolicyEngineError} `form_missing` for attributes that are not an object, as without a body parser; 409 `text_changed` for an
     * accepted text that is no longer in force, see {@link validatePolicies}
     * @param evidence the request behind it, for the ledger
     *
     * @example
     * ```ts
     * const recorded = await engine.database.transaction(async (transaction) => {
     *   await transaction.execute('insert into users (id, email) values (?, ?)', [id, email]);
     *   return engine.recordPolicies(transaction, id, request.body.user);
     * });
     * for (const cookie of await recorded.afterCommit()) response.append('Set-Cookie', cookie);
     * ```
     */
    recordPolicies(
      transaction: Database,
      userId: string,
      attributes: Attributes,
      evidence?: SignUpEvidence,
    ): Promise<RecordedPolicies>;
    /**
     * Imports decisions of another system: each becomes an event of the ledger (`how: import`), and the last one of a
     * person on a rule their current decision, unless they have decided later. Streams; running it again changes nothing,
     * and completes a run that was interrupted.
     *
     * @param from path of a CSV or NDJSON file, or rows: `user_id`, `rule`, `version` or `term_id`, `decision`, `at`, `locale`
     * @throws {PolicyEngineError} `import_refused` if a row is invalid, or older than the text it names (see
     * `undatedTexts`), before anything is written
     * @example
     * ```ts
     * const { imported, known } = await engine.importDecisions('decisions.csv', { dryRun: true });
     * ```
     */
    importDecisions(from: string | ImportRows, options?: ImportFileOptions): Promise<ImportReport>;
    /**
     * The resource `/.well-known/gpc.json`, by which a site states that it honours Global Privacy Control. It is at the
     * root of the site, outside of the mount path: the host routes that path to the engine, which answers with this.
     *
     * @param lastUpdate day of the site's last statement about it, `2026-11-21`. Default: `gpc.lastUpdate` of the
     * configuration
     * @example
     * ```ts
     * app.use('/.well-known/gpc.json', policyEngine(engine));
     * ```
     */
    gpcResource(lastUpdate?: string): GpcResource;
  }
}

/** Who accepted what, and its effects: decisions of users and visitors, the banner, scripts and cookies. */
export const consentModule: Module<'consent'> = defineModule({
  id: 'consent',
  options: consentOptions,
  relations: [scriptsFit, necessaryFit],
  needs: ['rules', 'audit', 'terms', 'browsers', 'proof', 'appearance'],
  migrations: consentMigrations,
  texts,
  findings,
  actions: ['decisions_imported'],
  commands: [importCommand],
  create(context) {
    const { options, environment, now } = context;
    const [rules, terms, ledger] = [context.service('rules'), context.service('terms'), context.service('proof')];
    const browsers = context.service('browsers');
    const { scripts: declared, necessaryCookies } = options;
    const scripts = new ScriptService(declared, environment, options.consentMode);
    const consents = new ConsentService({
      ...context,
      rules,
      terms,
      scripts,
      ledger,
      browsers,
      admitAdoption: admission(options.publicOrigins),
    });
    const gpc = gpcStatement(context, consents);
    const appearance = context.service('appearance');
    const consentSettings = new ConsentSettingsService({
      consents,
      scripts,
      isRender: rendersOf(options.banner),
      appearanceShown: (shown, locale) => appearance.shownAs(shown, locale),
    });
    const centres = new CentreService({ consents, consentSettings, scripts, ledger, browsers, terms, now });
    const usual = { colours: null, corners: 'slight', words: {}, ...options.banner } as const;
    const look: LookIn = async (locale) => {
      const version = await appearance.inForce();
      return lookOf(version?.content ?? usual, locale, version?.number ?? null);
    };
    const records = new BannerRecords(appearance.served);
    const chooseLanguage = context.language;
    const figures = new FiguresService(context);
    const foundCookies = new FoundCookiesService({
      ...context,
      declared: new DeclaredCookies({ scripts: declared, necessaryCookies, environment }),
      isOn: options.cookieInventory,
    });
    return {
      service: consents,
      routes: [
        centreRoutes({ centres, terms, sections: () => context.hooks('centreSection'), necessaryCookies }),
        userTermRoutes({ consents, centres, terms, rules, vendorsOf: (rule) => scripts.vendorsOf(rule) }),
        figuresRoutes({ figures, terms, rules, now }),
        consentSettingsRoutes({ consentSettings, scripts, rules, necessaryCookies }),
        bannerRoutes({ consentSettings, look, records, chooseLanguage }),
        foundCookiesRoutes(foundCookies),
      ],
      arrival: ({ cookies, user }) => {
        foundCookies.note({ cookies, isSignedIn: user !== null });
        return undefined;
      },
      start: () => foundCookies.start(),
      stop: () => foundCookies.stop(),
      jobs: [decisionRollup(context)],
      siteDocuments: { [GPC_PATH]: () => gpc() },
      checks: [
        checkConsents({
          rules: rules.all,
          scripts: declared,
          hasLogin: options.loginUrl !== undefined,
          hasEnvironment: context.isEnvironmentGiven,
        }),
        checkCookieTexts({ rules, terms, scripts: declared, necessaryCookies }),
        checkFoundCookies(foundCookies),
      ],
      hooks: {
        versionFigures: (rule) => versionFigures(figures, rule),
        ruleOfUserTerm: async (call, id) => (await consents.status(call, id)).rule.name,
        bannerPreview: (language, look, href) =>
          previewHtml(
            {
              rules: rules.all.filter((rule) => consents.isConsent(rule)),
              scripts: scripts.active,
              vendorsOf: (rule) => scripts.vendorsOf(rule),
            },
            { language, look, href },
          ),
        ownData: (person) => ownDecisions({ consents, ledger, terms, rules }, person),
      },
      members: {
        consentContext: contexts(context, { consents, scripts, consentSettings, look, foundCookies, records }),
        ...signUpMembers(context, { rules, terms, consents }),
        ...importMember(context),
        gpcResource: gpc,
      },
    };
  },
});

/** An adoption is the user's explicit wish: neither a page view nor a request from another site causes it (`cross-site.ts`). */
function admission(publicOrigins: readonly string[]): (request: Request | null) => void {
  const origins = new Set(publicOrigins);
  return (request) => {
    if (request === null) return;
    if (isSafeMethod(request.method)) throw httpErrors.methodNotAllowed(['POST', 'PUT', 'PATCH', 'DELETE']);
    refuseForeignRequest(request, origins);
  };
}

function gpcStatement({ options, service }: ModuleContext, consents: ConsentService) {
  const honoured = service('rules').all.filter((rule) => consents.isConsent(rule));
  return (lastUpdate = options.gpc.lastUpdate) => gpcResource(honoured, lastUpdate);
}

function importMember(context: ModuleContext) {
  const { service } = context;
  const decisionImport = new DecisionImport({
    ...context,
    rules: service('rules'),
    terms: service('terms'),
    ledger: service('proof'),
    audit: service('audit'),
  });
  return {
    importDecisions: (from: string | ImportRows, importing?: ImportFileOptions) =>
      importFrom(decisionImport, from, importing),
  };
}

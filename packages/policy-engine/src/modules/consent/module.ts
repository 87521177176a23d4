import { defineModule, type Module, type ModuleContext } from '../../kernel/module.ts';
import { isSafeMethod, refuseForeignRequest } from '../../platform/web/request/cross-site.ts';
import { httpErrors } from '../../platform/web/response/http-error.ts';
import { DecisionAges } from './ages/ages.ts';
import { checkAges } from './ages/checks.ts';
import { DefaultAgesConfirmation } from './ages/confirmation.ts';
import { agesRoutes } from './ages/routes.tsx';
import { consentOptions, posturesFit, scriptsFit } from './options.ts';
import { necessaryFit } from './necessary/options.ts';
import { previewHtml } from './banner/preview.tsx';
import { bannerRoutes } from './banner/fragment-routes.tsx';
import { GPC_PATH, gpcResource } from './banner/gpc-resource.ts';
import { rendersOf } from './banner/hidden-from.ts';
import { BannerRecords } from './banner/records.ts';
import { type LookIn, lookOf } from '../appearance/index.ts';
import { consentSettingsRoutes } from './banner/routes.ts';
import { ConsentSettingsService } from './banner/service.ts';
import { SiteFacts } from './banner/site-facts.ts';
import { answersFit } from './answers.ts';
import { checkConsents, findings } from './checks.ts';
import { checkCookieTexts } from './found-cookies/cookie-texts.ts';
import { centreRoutes } from './centre/routes.ts';
import { CentreService } from './centre/service.ts';
import { contexts } from './context/contexts.ts';
import { PageCachings } from './context/page-caching.ts';
import { Devices } from './devices/devices.ts';
import { deviceRoutes } from './devices/routes.ts';
import { figuresRoutes } from './figures/figures-route.ts';
import { trendsSection } from './figures/trends.tsx';
import { versionFigures } from './figures/version-figures.ts';
import { decisionRollup } from './figures/rollup.ts';
import { FiguresService } from './figures/service.ts';
import { checkFoundCookies } from './found-cookies/checks.ts';
import { DeclaredCookies } from './found-cookies/declared.ts';
import { foundCookiesRoutes } from './found-cookies/routes.ts';
import { FoundCookiesService } from './found-cookies/service.ts';
import { importCommand } from './import/command.ts';
import { DecisionImport } from './import/service.ts';
import { type ImportFileOptions, importFrom, type ImportRows } from './import/source.ts';
import { optOutRoutes } from './opt-out/routes.ts';
import { OptOuts } from './opt-out/service.ts';
import { ownDecisions } from './own-data.ts';
import { regionCheck } from './regions/member.ts';
import { Places } from './regions/places.ts';
import { userTermRoutes } from './routes/index.ts';
import { ScriptService } from './scripts/service.ts';
import { ConsentService } from './service.ts';
import { signUpMembers } from './sign-up/sign-up.ts';
import { consentMigrations } from './tables.ts';
import { toolsFit } from './tools/options.ts';
import { OtherTools } from './tools/tools.ts';
import { checkTranslations } from './untranslated.ts';
import { texts } from './texts/texts.generated.ts';

// What the module adds to shared types must be visible where the engine is used.
export type * from './index.ts';
export type * from './tables.ts';
export type * from './texts/texts.generated.ts';

declare module '../../kernel/module.ts' {
  interface AdminActions {
    decisions_imported: true;
    default_ages_confirmed: true;
  }
}

/** Who accepted what, and its effects: decisions of users and visitors, the banner, scripts and cookies. */
export const consentModule: Module<'consent'> = defineModule({
  id: 'consent',
  options: consentOptions,
  relations: [scriptsFit, posturesFit, necessaryFit, answersFit, toolsFit],
  needs: ['rules', 'audit', 'terms', 'browsers', 'proof', 'appearance'],
  migrations: consentMigrations,
  texts,
  findings,
  actions: ['decisions_imported', 'default_ages_confirmed'],
  commands: [importCommand],
  create(context) {
    const { options, environment, now } = context;
    const [rules, terms, ledger] = [context.service('rules'), context.service('terms'), context.service('proof')];
    const browsers = context.service('browsers');
    const { scripts: declared, necessaryCookies } = options;
    const scripts = new ScriptService(declared, environment, {
      consentMode: options.consentMode,
      signals: options.consentSignals,
      unproved: options.unprovedCookies,
    });
    const confirmation = new DefaultAgesConfirmation({ ...context, audit: context.service('audit') });
    const isRender = rendersOf(options.banner, context.logger);
    const places = new Places({ ...context, region: options.region, isRender });
    const ages = new DecisionAges({
      scripts,
      now,
      placeAges: (region) => places.agesIn(region),
      areDefaultsConfirmed: (transaction) => confirmation.isConfirmed(transaction),
    });
    const consents = new ConsentService({
      ...context,
      ages,
      rules,
      terms,
      scripts,
      ledger,
      browsers,
      places,
      otherTools: new OtherTools(options.otherConsentTools, ages, now),
      admitAdoption: admission(options.publicOrigins),
    });
    const gpc = gpcStatement(context, consents);
    const appearance = context.service('appearance');
    const consentSettings = new ConsentSettingsService({
      consents,
      scripts,
      isRender,
      logger: context.logger,
      appearanceShown: (shown, locale) => appearance.shownAs(shown, locale),
    });
    const centres = new CentreService({ consents, consentSettings, scripts, ledger, browsers, terms, now });
    const usual = { colours: null, corners: 'slight', words: {}, ...options.banner } as const;
    const look: LookIn = async (locale) => {
      const version = await appearance.inForce();
      return lookOf(version?.content ?? usual, locale, version?.number ?? null);
    };
    const records = new BannerRecords(appearance.served);
    const facts = new SiteFacts({
      consents: rules.all.filter((rule) => consents.isConsent(rule)),
      texts: () => terms.current(),
      scripts,
      unproved: options.unprovedCookies,
    });
    const devices = new Devices(browsers);
    const chooseLanguage = context.language;
    const pageCachings = new PageCachings(options.pageCaching, context.logger);
    const figures = new FiguresService(context);
    ledger.onErasure((transaction, events) => figures.forgetLanguages(transaction, events));
    ledger.countBy((wanted) => figures.totalOf(wanted));
    const foundCookies = new FoundCookiesService({
      ...context,
      declared: new DeclaredCookies({ scripts: declared, necessaryCookies, environment }),
      isOn: options.cookieInventory,
    });
    return {
      service: consents,
      routes: [
        centreRoutes({
          centres,
          consentSettings,
          terms,
          devices,
          sections: () => context.hooks('centreSections').flat(),
          necessaryCookies,
        }),
        userTermRoutes({ consents, centres, terms, rules, vendorsOf: (rule) => scripts.vendorsOf(rule) }),
        optOutRoutes({ optOuts: new OptOuts({ rules, consents, scripts }), consents, consentSettings }),
        figuresRoutes({ figures, terms, rules, now }),
        consentSettingsRoutes({
          consentSettings,
          scripts,
          rules,
          necessaryCookies,
          noteForeignPage: () => foundCookies.noteForeignPage(),
        }),
        bannerRoutes({ consentSettings, look, records, chooseLanguage, devices }),
        deviceRoutes(devices),
        foundCookiesRoutes(foundCookies),
        agesRoutes({ rules, ages, confirmation, namesRegions: options.region !== undefined }),
      ],
      arrival: ({ cookies, user }) => {
        foundCookies.note({ cookies, isSignedIn: user !== null });
        return undefined;
      },
      start: () => foundCookies.start(),
      stop: () => foundCookies.stop(),
      jobs: [decisionRollup(context)],
      siteFacts: () => facts.current(),
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
        checkAges(confirmation, ages, rules),
        checkTranslations({
          ...context,
          rules,
          terms,
          scripts: declared,
          necessaryCookies,
          hostLocales: Object.keys(options.texts ?? {}),
        }),
        { run: () => pageCachings.found() },
      ],
      hooks: {
        versionFigures: (rule) => versionFigures(figures, rule),
        homeSection: (view) => trendsSection({ figures, terms, rules, now }, view),
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
        consentContext: contexts(context, {
          consents,
          scripts,
          consentSettings,
          look,
          foundCookies,
          records,
          pageCachings,
          devices,
          sells: rules.all.some((rule) => rule.sells),
        }),
        ...signUpMembers(context, { rules, terms, consents }),
        ...importMember(context),
        gpcResource: gpc,
        checkRegion: regionCheck(
          {
            consents: rules.all
              .filter((rule) => consents.isConsent(rule))
              .map((rule) => Object.assign({}, rule, { lasts: ages.of(rule) })),
            hasScripts: declared.length > 0,
            followsPlaces: options.region !== undefined,
          },
          now,
        ),
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

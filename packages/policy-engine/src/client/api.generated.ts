/** Generated from the OpenAPI document by `npm run generate`. */
/** `ConsentFigures` of the OpenAPI document. */
export type ConsentFigures = { /** First day, UTC */ readonly from: string; /** Last day, UTC */ readonly to: string; readonly rule: string | null; /** Each day of the range */ readonly days: ReadonlyArray<{ readonly day: string; readonly accepted: number; readonly rejected: number; /** Of all these decisions, those under Global Privacy Control */ readonly gpc: number; /** Accepted despite the signal */ readonly gpc_overridden: number; }>; readonly totals: { readonly accepted: number; readonly rejected: number; /** Of all these decisions, those under Global Privacy Control */ readonly gpc: number; /** Accepted despite the signal */ readonly gpc_overridden: number; /** Share of accepted decisions; null if there are none */ readonly acceptance_rate: number | null; /** Share of decisions under Global Privacy Control; null if there are none */ readonly gpc_share: number | null; /** Of the rejections, those of rules with `sells`: opt-outs of sale and sharing, by the page, the banner or the signal */ readonly opt_outs: number; }; /** Sorted by name */ readonly by_rule: ReadonlyArray<{ readonly rule: string; /** Its rejections are opt-outs of sale and sharing */ readonly sells?: boolean; readonly accepted: number; readonly rejected: number; /** Of all these decisions, those under Global Privacy Control */ readonly gpc: number; /** Accepted despite the signal */ readonly gpc_overridden: number; /** Share of accepted decisions; null if there are none */ readonly acceptance_rate: number | null; }>; /** Newest version of each rule first */ readonly by_version: ReadonlyArray<{ readonly rule: string; readonly version: number; readonly accepted: number; readonly rejected: number; /** Of all these decisions, those under Global Privacy Control */ readonly gpc: number; /** Accepted despite the signal */ readonly gpc_overridden: number; /** Share of accepted decisions; null if there are none */ readonly acceptance_rate: number | null; }>; /** By language of the page (BCP 47 tag, empty if no longer known), most decisions first */ readonly by_language: ReadonlyArray<{ readonly language: string; readonly accepted: number; readonly rejected: number; /** Of all these decisions, those under Global Privacy Control */ readonly gpc: number; /** Accepted despite the signal */ readonly gpc_overridden: number; /** Share of accepted decisions; null if there are none */ readonly acceptance_rate: number | null; }>; /** Versions that came into force within the range */ readonly versions: ReadonlyArray<{ readonly rule: string; readonly version: number; readonly published_at: string; }>; };
/** `ConsentSettings` of the OpenAPI document. */
export type ConsentSettings = { /** BCP 47 tag of the words below */ readonly locale: string; /** The rules that can be consented to, in the order of declaration */ readonly rules: ReadonlyArray<ConsentSettingsRule>; /** The values that `data-consent` in a page may have, with their state: rules, and vendors of a rule as in `analytics:Acme%20Ltd`; `accepted` also for what runs because it needs no consent first */ readonly gates: Readonly<Record<string, "passive" | "accepted" | "rejected">>; /** Global Privacy Control */ readonly gpc: { /** Whether the browser sends `Sec-GPC: 1` */ readonly signal: boolean; /** Whether something is rejected because of the signal */ readonly honoured: boolean; /** Whether something is accepted despite the signal */ readonly overridden: boolean; /** Whether the signal ended an acceptance, and the person has not decided since: tell them, and let them accept despite it */ readonly conflict: boolean; /** Whether the rejection, or what another consent tool tells, is not recorded yet: send a PUT with empty `decisions` */ readonly unrecorded: boolean; }; /** Whether to open the banner: something is undecided, and the page is not rendered for bots */ readonly ask: boolean; /** What to pass to Google’s tags with `gtag("consent", "update", …)`; null for nothing */ readonly consent_mode: { readonly ad_storage?: "granted" | "denied"; readonly ad_user_data?: "granted" | "denied"; readonly ad_personalization?: "granted" | "denied"; readonly analytics_storage?: "granted" | "denied"; readonly functionality_storage?: "granted" | "denied"; readonly personalization_storage?: "granted" | "denied"; readonly security_storage?: "granted" | "denied"; } | null; /** The gates of each type of `consent_mode`: it is granted while all of them are accepted; none means never */ readonly consent_types: Readonly<Record<string, ReadonlyArray<string>>>; /** Whose tags to tell `consent_mode`: `google`, `microsoft-uet`, `microsoft-clarity`; empty if it is null */ readonly signals: ReadonlyArray<string>; /** What to clear when a vendor is rejected; when a rule is rejected, what to clear for all its vendors */ readonly clear: ReadonlyArray<ConsentTraces>; readonly settings_url: string; readonly declaration_url: string; /** The page “Your Privacy Choices”; left out where no rule sells data */ readonly choices_url?: string; /** Rules that this request did not accept: sales that the person has opted out of. Ask them to confirm in a step of its own, then send the decision again with `confirmed: true`. Left out if there are none */ readonly unconfirmed?: ReadonlyArray<string>; /** The decisions in the cookies of this browser as they are after the response: `name=value` of each cookie `policy_rule_…`, sorted, separated by `;`; of two cookies of one name, a rejection is named, else the first. With other cookies, the answer was made for another browser. Left out where the state is part of a page */ readonly seen?: string; };
/** `ConsentSettingsRule` of the OpenAPI document. */
export type ConsentSettingsRule = { readonly name: string; readonly label: string; /** Plain text; empty if the host provides none */ readonly description: string; /** `passive` is not decided yet */ readonly state: "passive" | "accepted" | "rejected"; /** Known only from a cookie that the engine did not record; ask again */ readonly unproved?: boolean; /** Decided in this browser, but not by the signed-in account. It may be somebody else’s decision: do not preselect it */ readonly of_browser?: boolean; /** Rejected because the browser sends Global Privacy Control */ readonly by_gpc: boolean; /** A sale or sharing of data: people opt out of it at `choices_url` */ readonly sells?: boolean; /** Whether accepting it after an opt-out takes a second step: a sale, or what may be one where the sender is */ readonly two_steps?: boolean; /** Where the sender is, it needs no consent first: it runs until they object. Left out where it needs one */ readonly posture?: "opt-out" | "exempt"; /** Whether it, or one of its vendors, runs although nothing was decided: tell them, and let them object */ readonly runs_undecided?: boolean; /** Whether it, or one of its vendors, runs until they opt out, and begins when they have been told: tell them, then send a PUT with empty `decisions` and its version in `shown.texts` */ readonly runs_after_notice?: boolean; /** ISO 8601, UTC; known for signed-in people only */ readonly decided_at?: string; /** The last day of an acceptance, UTC, `2026-11-28`; left out without one */ readonly valid_until?: string; /** After a rejection the day before which nobody is asked again, UTC; left out without one */ readonly not_asked_before?: string; /** Of the text in force; send it back in `shown.texts` */ readonly version: number; /** The oldest version of the text whose acceptance counts */ readonly asked_since: number; /** Where the text is read */ readonly text_url: string; /** The vendors of the scripts of the rule, with their state in this browser; two or more can be decided on one by one */ readonly vendors: ReadonlyArray<ConsentVendor>; readonly scripts: ReadonlyArray<{ readonly name: string; readonly description: string; readonly provider: string; readonly gate: string; /** A rejection takes back everything that it shows, and nothing of it runs on; left out otherwise */ readonly taken_back?: true; /** BCP 47 tags of the texts of this object that are not in `locale`, by their names; left out if all are */ readonly lang?: Readonly<Record<string, string>>; }>; /** BCP 47 tags of the texts of this object that are not in `locale`, by their names; left out if all are */ readonly lang?: Readonly<Record<string, string>>; };
/** `ConsentTraces` of the OpenAPI document. */
export type ConsentTraces = { readonly rule: string; /** The gate of the vendor; the name of the rule for what depends on the rule alone */ readonly gate: string; readonly cookies: ReadonlyArray<{ /** May contain `*`, which matches any characters */ readonly name: string; /** null: without a domain, for this host only */ readonly domain: string | null; readonly path: string; }>; readonly local_storage: ReadonlyArray<string>; readonly session_storage: ReadonlyArray<string>; /** Names of databases */ readonly indexed_db: ReadonlyArray<string>; /** Names of caches */ readonly cache_storage: ReadonlyArray<string>; /** Paths of the scopes of service workers */ readonly service_workers: ReadonlyArray<string>; };
/** `ConsentVendor` of the OpenAPI document. */
export type ConsentVendor = { readonly name: string; /** `passive`: it was not among the vendors that were decided on */ readonly state: "passive" | "accepted" | "rejected"; };
/** `CookieDeclaration` of the OpenAPI document. */
export type CookieDeclaration = { readonly locale: string; /** Cookies and stored keys that need no consent: those that store the consent itself, then those of the site */ readonly necessary: ReadonlyArray<NecessaryCookie>; readonly rules: ReadonlyArray<{ readonly name: string; readonly label: string; readonly description: string; /** BCP 47 tags of the texts of this object that are not in `locale`, by their names; left out if all are */ readonly lang?: Readonly<Record<string, string>>; readonly scripts: ReadonlyArray<{ readonly name: string; readonly description: string; readonly provider: string; /** BCP 47 tags of the texts of this object that are not in `locale`, by their names; left out if all are */ readonly lang?: Readonly<Record<string, string>>; readonly cookies: ReadonlyArray<DeclaredCookie>; readonly local_storage: ReadonlyArray<string>; readonly session_storage: ReadonlyArray<string>; readonly indexed_db: ReadonlyArray<string>; readonly cache_storage: ReadonlyArray<string>; readonly service_workers: ReadonlyArray<string>; }>; }>; readonly settings_url: string; };
/** `CreatedPortabilityRequest` of the OpenAPI document. */
export type CreatedPortabilityRequest = { readonly id: string; readonly state: "pending" | "progress" | "completed" | "denied" | "failed" | "expired"; /** When the request was made; ISO 8601, UTC */ readonly created_at: string; /** Last moment of the legal deadline; ISO 8601, UTC */ readonly due_at: string; /** When the copy is deleted; ISO 8601, UTC */ readonly expire_at: string | null; /** The export, once it is completed */ readonly attachment: { readonly name: string; readonly bytes: number; readonly content_type: string; } | null; /** Path of a signed link that works for this user and for a short time; null until completed */ readonly download_url: string | null; readonly overdue: boolean; readonly extended: boolean; readonly extension_reason: string | null; /** Why it was denied */ readonly reason: string | null; /** When the export was started; ISO 8601, UTC */ readonly confirmed_at: string | null; /** When the request was completed or denied; ISO 8601, UTC */ readonly closed_at: string | null; /** Progress of the export */ readonly progress: { readonly rows: number; /** Approximate total; null while unknown */ readonly expected_rows: number | null; readonly files: number; readonly bytes: number; } | null; /** The message of the original implementation */ readonly notice: string; };
/** `DeclaredCookie` of the OpenAPI document. */
export type DeclaredCookie = { /** `*` matches any characters */ readonly name: string; readonly purpose: string; /** In words */ readonly duration: string; /** null: this host only */ readonly domain: string | null; readonly path: string; /** BCP 47 tags of the texts of this object that are not in `locale`, by their names; left out if all are */ readonly lang?: Readonly<Record<string, string>>; };
/** `FoundCookie` of the OpenAPI document. */
export type FoundCookie = { /** As declared, else with `*` in place of parts that look random */ readonly name: string; /** `before_consent`: needs consent, and was also found without it; `undeclared`: found, and not declared; `declared`: found and declared; `not_found`: declared, and not found */ readonly state: "before_consent" | "undeclared" | "declared" | "not_found"; readonly declared_as: "engine" | "necessary" | "script" | null; /** Names of the scripts that declare it */ readonly scripts: ReadonlyArray<string>; /** Requests that contained it */ readonly requests: number; /** UTC */ readonly first_day: string | null; /** UTC */ readonly last_day: string | null; /** Requests of browsers that had not consented to it */ readonly without_consent: number; /** UTC day of the last of these */ readonly last_without_consent: string | null; };
/** `FoundCookies` of the OpenAPI document. */
export type FoundCookies = { /** The option `cookieInventory` */ readonly collects: boolean; /** UTC day of the first request with cookies */ readonly since: string | null; /** Requests with cookies */ readonly requests: number; /** Undeclared names from fewer than 3 requests, not listed */ readonly rare: number; readonly cookies: ReadonlyArray<FoundCookie>; };
/** `LedgerLeaf` of the OpenAPI document. */
export type LedgerLeaf = { readonly id: string; readonly kind: "decision" | "adoption" | "merge" | "judgement" | "takeover" | "suspicion" | "publication" | "administration"; readonly rule: string | null; readonly version: number | null; /** SHA-256 of the text that was decided on, or published */ readonly text_hash: string | null; readonly decision: "accepted" | "rejected" | null; readonly at: string; readonly how: "panel" | "banner" | "api" | "sign-up" | "import" | "import-undated" | "import-cookie" | "gpc" | "opt-out" | "host" | "adopted" | "phone" | "letter" | "email" | "sealer"; readonly subject_commitment: string; readonly circumstances_commitment: string; /** The subject’s next number, from 1; absent in events about nobody */ readonly number?: number; /** Only where the browser sent Global Privacy Control */ readonly gpc?: "honoured" | "overridden"; /** Only where vendors were offered one by one: `{"offered":[…],"refused":[…]}` as canonical JSON; the others of the list are accepted */ readonly vendors?: string; /** Only in an adoption: leaf of the event taken over, of a visitor or a merged account */ readonly adopted?: string; /** Only in an adoption: when the decision that it takes over was made */ readonly decided_at?: string; /** Calendar months that the decision counts: of an acceptance until it is asked again, of a refusal in which nobody is asked again; absent without limit */ readonly months?: number; /** Which posture applied at the decision; absent if the host named no region */ readonly posture?: "opt-in" | "opt-out" | "exempt"; /** The dated fact of law behind the posture; absent where it is a default of the engine */ readonly fact?: string; /** Id of the suspected event, the published text, the entry of the log */ readonly about?: string; /** Leaf hash of the suspected event, or commitment to the record */ readonly about_hash?: string; /** Of a suspicion: why; of a judgement: `counts` or `void`; of a takeover: `restored` after a backup */ readonly reason?: string; /** Of a takeover: how many events */ readonly about_count?: number; };
/** `NecessaryCookie` of the OpenAPI document. */
export type NecessaryCookie = { /** `*` matches any characters */ readonly name: string; readonly purpose: string; /** In words */ readonly duration: string; /** null: this host only */ readonly domain: string | null; readonly path: string; /** BCP 47 tags of the texts of this object that are not in `locale`, by their names; left out if all are */ readonly lang?: Readonly<Record<string, string>>; /** Where it is stored, as `localStorage`, `sessionStorage`, IndexedDB or the Cache Storage */ readonly kind: "cookie" | "local-storage" | "session-storage" | "indexed-db" | "cache-storage"; /** Third parties that receive or read it; null: declared that there are none */ readonly recipients: string | null; };
/** `PortabilityRequest` of the OpenAPI document. */
export type PortabilityRequest = { readonly id: string; readonly state: "pending" | "progress" | "completed" | "denied" | "failed" | "expired"; /** When the request was made; ISO 8601, UTC */ readonly created_at: string; /** Last moment of the legal deadline; ISO 8601, UTC */ readonly due_at: string; /** When the copy is deleted; ISO 8601, UTC */ readonly expire_at: string | null; /** The export, once it is completed */ readonly attachment: { readonly name: string; readonly bytes: number; readonly content_type: string; } | null; /** Path of a signed link that works for this user and for a short time; null until completed */ readonly download_url: string | null; readonly overdue: boolean; readonly extended: boolean; readonly extension_reason: string | null; /** Why it was denied */ readonly reason: string | null; /** When the export was started; ISO 8601, UTC */ readonly confirmed_at: string | null; /** When the request was completed or denied; ISO 8601, UTC */ readonly closed_at: string | null; /** Progress of the export */ readonly progress: { readonly rows: number; /** Approximate total; null while unknown */ readonly expected_rows: number | null; readonly files: number; readonly bytes: number; } | null; };
/** `Receipt` of the OpenAPI document. */
export type Receipt = { readonly format: "policy-engine/receipt/2"; readonly event: LedgerLeaf; /** What was committed to; null after an erasure */ readonly openings: { readonly subject: { readonly user: string | null; readonly visitor: string | null; /** Of a merge: the account that this one was merged into */ readonly into?: string; readonly salt: string; }; readonly circumstances: { readonly ip: string | null; readonly locale: string | null; readonly user_agent: string | null; /** What was shown to decide on, canonical JSON */ readonly shown?: string; /** Region of the person as the host named it: `us-ca` */ readonly region?: string; readonly salt: string; }; } | null; /** Signed statement that the person was erased; null if not */ readonly erasure: string | null; /** The text decided on; null if there is none, or if it differs from what was published */ readonly text: { readonly hash: string; readonly words: string; } | null; /** `c2sp.org/tlog-proof@v1`; null until sealed */ readonly proof: string | null; /** Whether the checkpoint of the proof has cosignatures of witnesses */ readonly cosigned: boolean; /** The flag of the event, with its own proof */ readonly suspicion: { readonly event: LedgerLeaf; readonly proof: string; } | null; /** Whether there is a later event of the same person and rule, up to the checkpoint of a size */ readonly later: { readonly exists: boolean; readonly size: number; readonly signature: string; } | null; };
/** `UserTerm` of the OpenAPI document. */
export type UserTerm = { /** ID of the user term; before the first decision, the name of the rule */ readonly id: string; /** Name of the rule */ readonly name: string; readonly label: string; /** The account’s own decision; without an account, the browser’s */ readonly state: "passive" | "accepted" | "rejected"; /** The same as state */ readonly status: "passive" | "accepted" | "rejected"; /** The decision in this browser; it applies here while that of the account is `passive`. Null if there is none */ readonly browser: "accepted" | "rejected" | null; /** Whether it is only a cookie that the engine did not record: it proves nothing, and the person is asked again */ readonly unproved: boolean; /** The vendors of the scripts of the rule, with their state in this browser; two or more can be decided on one by one */ readonly vendors: ReadonlyArray<ConsentVendor>; readonly blocking: boolean; readonly sessionless: boolean; /** Whether it is information that nobody decides on */ readonly notice: boolean; readonly validates_on: ReadonlyArray<"create" | "update">; /** Version of the text in force */ readonly version: number | null; /** ISO 8601, UTC */ readonly decided_at: string | null; /** The last day of an acceptance, UTC, `2026-11-28`; null without one, and if it has no limit */ readonly valid_until: string | null; /** After a rejection the day before which nobody is asked again, UTC; null without one, and if it has no limit */ readonly not_asked_before: string | null; /** An empty object if the rule has a condition */ readonly if: Readonly<Record<string, unknown>> | null; /** An empty object if the host has a callback for it */ readonly on_accept: Readonly<Record<string, unknown>> | null; /** An empty object if the host has a callback for it */ readonly on_reject: Readonly<Record<string, unknown>> | null; /** Why the rule can’t be decided on now */ readonly error?: string; };
/** `UserTermText` of the OpenAPI document. */
export type UserTermText = { /** ID of the user term; before the first decision, the name of the rule */ readonly id: string; /** Name of the rule */ readonly name: string; readonly label: string; /** The account’s own decision; without an account, the browser’s */ readonly state: "passive" | "accepted" | "rejected"; /** The same as state */ readonly status: "passive" | "accepted" | "rejected"; /** The decision in this browser; it applies here while that of the account is `passive`. Null if there is none */ readonly browser: "accepted" | "rejected" | null; /** Whether it is only a cookie that the engine did not record: it proves nothing, and the person is asked again */ readonly unproved: boolean; /** The vendors of the scripts of the rule, with their state in this browser; two or more can be decided on one by one */ readonly vendors: ReadonlyArray<ConsentVendor>; readonly blocking: boolean; readonly sessionless: boolean; /** Whether it is information that nobody decides on */ readonly notice: boolean; readonly validates_on: ReadonlyArray<"create" | "update">; /** Version of the text in force */ readonly version: number | null; /** ISO 8601, UTC */ readonly decided_at: string | null; /** The last day of an acceptance, UTC, `2026-11-28`; null without one, and if it has no limit */ readonly valid_until: string | null; /** After a rejection the day before which nobody is asked again, UTC; null without one, and if it has no limit */ readonly not_asked_before: string | null; /** An empty object if the rule has a condition */ readonly if: Readonly<Record<string, unknown>> | null; /** An empty object if the host has a callback for it */ readonly on_accept: Readonly<Record<string, unknown>> | null; /** An empty object if the host has a callback for it */ readonly on_reject: Readonly<Record<string, unknown>> | null; /** Why the rule can’t be decided on now */ readonly error?: string; /** The text as safe HTML */ readonly body: string; /** Language of this text, BCP 47 tag */ readonly locale: string; /** Languages that the text is available in; choose one with `?locale=` */ readonly locales: ReadonlyArray<string>; /** SHA-256 of this text, hexadecimal */ readonly hash: string; /** In force since; ISO 8601, UTC */ readonly published_at: string; readonly message: string; /** Where to change the decision: accept, or reject once accepted */ readonly url: string; readonly method: "put"; };

/** Operations by their `operationId`: what each takes and answers. */
export interface Operations {
  /** Decide on several rules in one transaction. */
  readonly acceptMultipleUserTerms: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { /** Recorded in the ledger */ readonly how?: "panel" | "banner" | "api"; /** Language the texts were read in, BCP 47 tag */ readonly locale?: string; readonly user?: Readonly<Record<string, boolean | "0" | "1" | "true" | "on" | "false" | "off" | "">>; /** By rule: its vendors as for `accept`. A rule that `user` rejects is rejected, whatever is said about its vendors */ readonly vendors?: Readonly<Record<string, Readonly<Record<string, boolean | "0" | "1" | "true" | "on" | "false" | "off" | "">>>>; /** Whether the person has confirmed, in a step of its own, that they accept a sale that they had opted out of. Default: false */ readonly confirmed?: boolean; /** By rule: SHA-256 of the text that was read, as for `accept`. If one of them is not in force, nothing is accepted */ readonly hashes?: Readonly<Record<string, string>>; } | undefined;
    readonly answer: ReadonlyArray<UserTerm>;
  };
  /** Accept a rule; repeating it has the same result. */
  readonly acceptUserTerm: {
    readonly params: { readonly id: string; };
    readonly query: undefined;
    readonly body: { readonly return_to?: string; /** Recorded in the ledger */ readonly how?: "panel" | "banner" | "api"; /** SHA-256 of the text that was read, recorded in the ledger; accepting a text that is not in force fails with 409 `text_changed`. Default: the text in the language of the caller */ readonly hash?: string; /** Language the text was read in, BCP 47 tag */ readonly locale?: string; /** A random value of the page, for a visitor who has no account or cookie yet: requests with the same value within a minute are one visitor. Generate a new value for each page, and do not store it */ readonly click?: string; /** Whether the person has confirmed, in a step of its own, that they accept a sale that they had opted out of. Default: false */ readonly confirmed?: boolean; /** Vendors of the rule by name: true accepts, false rejects; a vendor that is left out is unchanged. If none is accepted, the rule is rejected. Default: the rule is accepted as a whole, with all its vendors */ readonly vendors?: Readonly<Record<string, boolean | "0" | "1" | "true" | "on" | "false" | "off" | "">>; } | undefined;
    readonly answer: UserTerm;
  };
  /** List the names of the rules that must be accepted. */
  readonly blockingTerms: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: ReadonlyArray<string>;
  };
  /** The banner as an HTML fragment. */
  readonly consentBanner: {
    readonly params: undefined;
    readonly query: { readonly return_to?: string; readonly locale?: string; };
    readonly body: undefined;
    readonly answer: undefined;
  };
  /** Count decisions by day, rule, version and language, and those made under Global Privacy Control. */
  readonly consentFigures: {
    readonly params: undefined;
    readonly query: { readonly from?: "" | string; readonly to?: "" | string; readonly rule?: "" | string; };
    readonly body: undefined;
    readonly answer: ConsentFigures;
  };
  /** Request a copy of the current user’s data. */
  readonly createUserPortabilityRequest: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: unknown | undefined;
    readonly answer: CreatedPortabilityRequest;
  };
  /** Accept or reject consents in one transaction. */
  readonly decideConsent: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { /** By rule, or by vendor of a rule as in `analytics:Acme%20Ltd` (its name as `encodeURIComponent` writes it): true accepts, false rejects; anything left out is unchanged. A rule that is accepted together with vendors is accepted for these vendors, and rejected if none of them is accepted */ readonly decisions: Readonly<Record<string, boolean>>; /** What was shown; stored with each decision */ readonly shown?: { readonly locale?: string; readonly choices?: ReadonlyArray<string>; /** What the banner’s element has as `data-appearance`: the first digits of its SHA-256, or the number of the version of its appearance */ readonly appearance?: string | number; /** By rule: the version of the linked text, or its SHA-256 */ readonly texts?: Readonly<Record<string, number | string>>; }; /** A random value of the page, for a visitor who has no account or cookie yet: requests with the same value within a minute are one visitor. Generate a new value for each page, and do not store it */ readonly click?: string; /** Whether the person has confirmed, in a step of its own, that they accept a sale that they had opted out of. Default: false */ readonly confirmed?: boolean; } | undefined;
    readonly answer: ConsentSettings;
  };
  /** The cookie declaration. */
  readonly declareCookies: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: CookieDeclaration;
  };
  /** Delete a request of the current user, with its export. */
  readonly deleteUserPortabilityRequest: {
    readonly params: { readonly id: string; };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: undefined;
  };
  /** Decisions per day: all rows that match the filters, as JSON. */
  readonly exportConsentFigures: {
    readonly params: undefined;
    readonly query: { readonly from?: "" | string; readonly to?: "" | string; readonly rule?: "" | string; };
    readonly body: undefined;
    readonly answer: ReadonlyArray<{ readonly day: string; readonly accepted: number; readonly rejected: number; /** Of all these decisions, those under Global Privacy Control */ readonly gpc: number; /** Accepted despite the signal */ readonly gpc_overridden: number; }>;
  };
  /** The cookies that browsers send, and the declared ones: all rows that match the filters, as JSON. */
  readonly exportFoundCookies: {
    readonly params: undefined;
    readonly query: { readonly state?: "before_consent" | "undeclared" | "declared" | "not_found" | ""; readonly q?: string; };
    readonly body: undefined;
    readonly answer: ReadonlyArray<FoundCookie>;
  };
  /** Compare the cookies that browsers send with the declared ones. */
  readonly listFoundCookies: {
    readonly params: undefined;
    readonly query: { readonly state?: "before_consent" | "undeclared" | "declared" | "not_found" | ""; readonly q?: string; readonly page?: number; readonly sort?: "state" | "name" | "-name" | "requests" | "-requests" | "last" | "-last" | ""; readonly columns?: string; };
    readonly body: undefined;
    readonly answer: FoundCookies;
  };
  /** List the requests of the current user, newest first. */
  readonly listUserPortabilityRequests: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: { readonly portability_requests: ReadonlyArray<PortabilityRequest>; };
  };
  /** List all rules with the decision of the current user on each. */
  readonly listUserTerms: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: ReadonlyArray<UserTerm>;
  };
  /** Remember that the person was told in this browser what their account has decided. */
  readonly noteToldOnDevice: {
    readonly params: undefined;
    readonly query: undefined;
    readonly body: { /** A path of this site */ readonly return_to?: string; } | undefined;
    readonly answer: undefined;
  };
  /** List the rules that the current user has not decided on, and the blocking ones they have rejected. */
  readonly pendingUserTerms: {
    readonly params: undefined;
    readonly query: { readonly return_to?: string; };
    readonly body: undefined;
    readonly answer: ReadonlyArray<UserTerm>;
  };
  /** The receipt of one’s current decision on a rule. */
  readonly receiptOfUserTerm: {
    readonly params: { readonly id: string; };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: Receipt;
  };
  /** Reject a rule; repeating it has the same result. */
  readonly rejectUserTerm: {
    readonly params: { readonly id: string; };
    readonly query: undefined;
    readonly body: { readonly return_to?: string; /** Recorded in the ledger */ readonly how?: "panel" | "banner" | "api"; /** SHA-256 of the text that was read, recorded in the ledger; accepting a text that is not in force fails with 409 `text_changed`. Default: the text in the language of the caller */ readonly hash?: string; /** Language the text was read in, BCP 47 tag */ readonly locale?: string; /** A random value of the page, for a visitor who has no account or cookie yet: requests with the same value within a minute are one visitor. Generate a new value for each page, and do not store it */ readonly click?: string; /** Whether the person has confirmed, in a step of its own, that they accept a sale that they had opted out of. Default: false */ readonly confirmed?: boolean; } | undefined;
    readonly answer: UserTerm;
  };
  /** Show the consents of the visitor and everything that a banner needs. */
  readonly showConsent: {
    readonly params: undefined;
    readonly query: { readonly return_to?: string; readonly locale?: string; readonly foreign?: "1"; };
    readonly body: undefined;
    readonly answer: ConsentSettings;
  };
  /** Show a request of the current user with its progress. */
  readonly showUserPortabilityRequest: {
    readonly params: { readonly id: string; };
    readonly query: undefined;
    readonly body: undefined;
    readonly answer: PortabilityRequest;
  };
  /** Show a rule with its text and the decision on it. */
  readonly showUserTerm: {
    readonly params: { readonly id: string; };
    readonly query: { readonly locale?: string; };
    readonly body: undefined;
    readonly answer: UserTermText;
  };
}

/** Method and path of each operation, below the mount path. */
export const operations: { readonly [Id in keyof Operations]: readonly [method: string, path: string] } = {
  acceptMultipleUserTerms: ['PUT', '/user_terms/accept_multiples'],
  acceptUserTerm: ['PUT', '/user_terms/{id}/accept'],
  blockingTerms: ['GET', '/user_terms/blocking_terms'],
  consentBanner: ['GET', '/consent/banner'],
  consentFigures: ['GET', '/consent/figures'],
  createUserPortabilityRequest: ['POST', '/user_portability_requests'],
  decideConsent: ['PUT', '/consent'],
  declareCookies: ['GET', '/cookies'],
  deleteUserPortabilityRequest: ['DELETE', '/user_portability_requests/{id}'],
  exportConsentFigures: ['GET', '/consent/figures/export'],
  exportFoundCookies: ['GET', '/cookies/found/export'],
  listFoundCookies: ['GET', '/cookies/found'],
  listUserPortabilityRequests: ['GET', '/user_portability_requests'],
  listUserTerms: ['GET', '/user_terms'],
  noteToldOnDevice: ['POST', '/consent/told'],
  pendingUserTerms: ['GET', '/user_terms/pending'],
  receiptOfUserTerm: ['GET', '/user_terms/{id}/receipt'],
  rejectUserTerm: ['PUT', '/user_terms/{id}/reject'],
  showConsent: ['GET', '/consent'],
  showUserPortabilityRequest: ['GET', '/user_portability_requests/{id}'],
  showUserTerm: ['GET', '/user_terms/{id}'],
};

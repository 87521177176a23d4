/** The banner as HTML for a page of the host: a plain form that works without the script, and the data that the script needs. */
import type { Child } from 'hono/jsx';
import type { JSX } from 'hono/jsx/jsx-runtime';
import { type Language, isolated } from '../../../../platform/i18n/language.ts';
import { safeHref } from '../../../../platform/web/view/safe-href.ts';
import { PLACE, Sentence, spoken } from '../../../../platform/web/index.ts';
import type { DeclaredScriptJson, LangJson } from '../declaration.ts';
import type { BannerLook } from '../../../appearance/index.ts';
import type { Told } from '../../devices/told-note.tsx';
import { ChoicesLink } from '../../opt-out/pill.tsx';
import type { ConsentSettingsJson } from '../representation.ts';
import { Notes, settingsHref } from './notes-view.tsx';
import { Limits, Purpose, Vendors } from './purpose-view.tsx';

/** A language that the banner can be read in. */
export interface OfferedLanguage {
  /** BCP 47 tag. */
  readonly locale: string;
  /** Its own name for itself, such as `français`. */
  readonly name: string;
}

/** What a banner is drawn from. */
export interface BannerProps {
  readonly language: Language;
  readonly document: ConsentSettingsJson;
  /** The data stored in the browser for each rule, and by whom. */
  readonly declared: ReadonlyMap<string, readonly DeclaredScriptJson[]>;
  /** Languages to switch to, including the present one; empty if there is no other. */
  readonly languages: readonly OfferedLanguage[];
  /** The decisions in the cookies of the request, by which the script knows whether this page is out of date. */
  readonly seen: string;
  /** Where the form returns to: a path of this origin. */
  readonly returnTo: string;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
  /** Whether the element shows its own link to the settings, in place or over the page. */
  readonly settingsLink: boolean | 'floating';
  readonly look: BannerLook;
  /** Whether somebody is signed in: their choice counts on all of their devices. */
  readonly isSignedIn: boolean;
  /** What their account has decided, if they are to be told; null otherwise. */
  readonly told: Told | null;
}

/** Labels of the purposes as a list within a sentence. */
function purposesOf({ language: { locale }, document: { rules } }: BannerProps): string {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  return list.format(rules.map(({ label }) => isolated(label)));
}

/** The same list, in which names that are in another language say so. */
function Names({ language: { locale }, document: { rules } }: BannerProps): JSX.Element {
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const names = rules.map(({ label, lang }) => <bdi {...spoken(lang?.['label'])}>{label}</bdi>).values();
  const parts = list.formatToParts(rules.map(({ name }) => name));
  return <>{parts.map(({ type, value }) => (type === 'element' ? names.next().value : value))}</>;
}

/** Links to the same text in other languages. */
function Languages(props: BannerProps): JSX.Element {
  const { language, languages } = props;
  if (languages.length < 2) return <></>;
  return (
    <p>
      {languages.map(({ locale, name }) =>
        locale === language.locale ? (
          <span lang={locale}>{name} </span>
        ) : (
          <>
            <a href={safeHref(settingsHref(props, locale))} hreflang={locale} lang={locale} data-policy-language="">
              {name}
            </a>{' '}
          </>
        ),
      )}
    </p>
  );
}

/** Whether label and description are in one language that is not that of the banner. */
const isOne = (lang: LangJson | undefined): lang is { label: string; description: string } =>
  lang !== undefined && lang['label'] !== undefined && lang['label'] === lang['description'];

const areDescribed = ({ rules }: ConsentSettingsJson): boolean => rules.some(({ description }) => description !== '');

/** How to say that something runs, or will, before anybody decided; null if nothing does. Who is told before is told of opting out. */
function noticeOf({ rules }: ConsentSettingsJson): 'banner.runs' | 'banner.runs_opt_out' | null {
  const isOptOut = rules.some((rule) => rule.runs_after_notice || (rule.runs_undecided && rule.posture === 'opt-out'));
  if (isOptOut) return 'banner.runs_opt_out';
  return rules.some((rule) => rule.runs_undecided) ? 'banner.runs' : null;
}

/** A text, with its language if that is not the one around it. */
function Apart({ text, lang }: { text: string; lang: string | undefined }): JSX.Element {
  return lang === undefined ? <>{text}</> : <bdi {...spoken(lang)}>{text}</bdi>;
}

/** What each purpose is for; the second layer says it beside the switches. */
function Purposes({ document }: Pick<BannerProps, 'document'>): JSX.Element {
  if (!areDescribed(document)) return <></>;
  return (
    <ul data-layer="1">
      {document.rules.map(({ label, description, lang }) => (
        <li>
          <bdi {...(isOne(lang) && spoken(lang.label))}>
            <b>
              <Apart text={label} lang={isOne(lang) ? undefined : lang?.['label']} />
            </b>{' '}
            <Apart text={description} lang={isOne(lang) ? undefined : lang?.['description']} />
          </bdi>
        </li>
      ))}
    </ul>
  );
}

/** Introduces the purposes, and names them where no list does. */
function Lead(props: BannerProps): JSX.Element {
  const { language, document, look } = props;
  const { t } = language;
  const purposes = purposesOf(props);
  const { lead } = look.words;
  if (lead !== undefined) return <>{lead.replaceAll('{purposes}', purposes)}</>;
  const notice = noticeOf(document);
  if (areDescribed(document) && notice === null) return <>{t('banner.lead_each')}</>;
  const key = notice ?? 'banner.lead';
  const sentence = document.rules.some(({ lang }) => lang?.['label'] !== undefined) ? (
    <Sentence text={t(key, { purposes: PLACE })}>
      <Names {...props} />
    </Sentence>
  ) : (
    <>{t(key, { purposes })}</>
  );
  if (!hasChoice(document) || notice !== null) return sentence;
  return (
    <>
      <span data-layer="1">{sentence}</span>
      <span data-layer="2" hidden>
        {t('banner.lead_each')}
      </span>
    </>
  );
}

/** Purposes, number of recipients and the right to withdraw: EDPB Guidelines 05/2020, § 64; CNIL Recommendation 2020-092. */
function Words(props: BannerProps): JSX.Element {
  const { language, document, declared, look, isSignedIn } = props;
  const { t } = language;
  const { title } = look.words;
  const vendors = new Set([...declared.values()].flat().flatMap(({ provider }) => provider || [])).size;
  const [first] = document.rules;
  const notice = noticeOf(document);
  return (
    <div class="pe-consent-words">
      <h2 id="pe-consent-title" tabindex={-1} autofocus={look.layout === 'dialog'}>
        {title ?? t('banner.title')}
      </h2>
      {document.gpc.conflict && <p data-when="conflict">{t('banner.gpc_conflict')}</p>}
      {look.words.lead !== undefined && notice !== null && <p>{t(notice, { purposes: purposesOf(props) })}</p>}
      <p>
        <Lead {...props} /> {isSignedIn && `${t('banner.devices')} `}
        {t('banner.withdraw', { settings: t('banner.settings') })}{' '}
        <a href={safeHref(document.declaration_url)}>
          {vendors > 0 && `${t('banner.recipients', { count: vendors })} · `}
          {t('banner.details')}
        </a>
      </p>
      <Languages {...props} />
      <Purposes document={document} />
      {first !== undefined && !hasChoice(document) && (
        <>
          <Vendors language={language} scripts={declared.get(first.name) ?? []} />
          <p>
            <Limits language={language} rule={first} />
          </p>
        </>
      )}
      {document.gpc.signal && !document.gpc.conflict && (
        <p data-when="honoured" hidden={!document.gpc.honoured}>
          {t('banner.gpc')}
        </p>
      )}
    </div>
  );
}

/** Whether there is a choice beyond yes and no: several purposes, or several vendors of the only one. */
function hasChoice({ rules }: ConsentSettingsJson): boolean {
  return rules.length > 1 || rules.some(({ vendors }) => vendors.length > 1);
}

/**
 * One rule with one vendor is one question: there is nothing to choose beyond yes and no. Without JavaScript, "choose" leads to the
 * privacy settings.
 */
function Answers({ language: { t }, document, look: { words } }: BannerProps): JSX.Element {
  const isOne = document.rules.length === 1;
  return (
    <div class="pe-consent-buttons">
      <button name="all" value="reject">
        {words.reject ?? t(isOne ? 'banner.reject_one' : 'banner.reject')}
      </button>
      <button name="all" value="accept">
        {words.accept ?? t(isOne ? 'banner.accept_one' : 'banner.accept')}
      </button>
      {hasChoice(document) && (
        <>
          <button name="all" value="choose" data-layer="1">
            {t('banner.choose')}
          </button>
          <button value="save" data-layer="2" hidden>
            {t('banner.save')}
          </button>
        </>
      )}
    </div>
  );
}

/** What the person was shown, for the proof, if no script sends it. */
function ShownFields({ document, look: { appearance } }: BannerProps): JSX.Element {
  const { locale, rules } = document;
  const choices = hasChoice(document) ? ['reject', 'accept', 'choose'] : ['reject', 'accept'];
  return (
    <>
      <input type="hidden" name="shown[locale]" value={locale} />
      {appearance !== null && <input type="hidden" name="shown[appearance]" value={String(appearance)} />}
      {choices.map((choice) => (
        <input type="hidden" name="shown[choices][]" value={choice} />
      ))}
      {rules.map(({ name, version }) => (
        <input type="hidden" name={`shown[texts][${name}]`} value={String(version)} />
      ))}
    </>
  );
}

function Question(props: BannerProps): JSX.Element {
  const { language, document, declared, href, returnTo } = props;
  return (
    <form method="post" action={href('/consent')} target="_self">
      <input type="hidden" name="return_to" value={returnTo} />
      <ShownFields {...props} />
      <div class="pe-consent-scroll">
        <Words {...props} />
        {hasChoice(document) && (
          <fieldset data-layer="2" tabindex={-1} hidden>
            <legend>{language.t('banner.choices')}</legend>
            {document.rules.map((rule) => (
              <Purpose language={language} rule={rule} scripts={declared.get(rule.name) ?? []} />
            ))}
            <p>
              <a href={safeHref(`${document.declaration_url}#necessary`)}>{language.t('choice.necessary')}</a>
            </p>
          </fieldset>
        )}
      </div>
      <Answers {...props} />
    </form>
  );
}

/** The question. */
export function Panel(props: BannerProps): JSX.Element {
  const { language, document, look } = props;
  const attributes = {
    class: 'pe-consent-panel',
    lang: language.locale,
    dir: language.dir,
    'aria-labelledby': 'pe-consent-title',
    'data-layout': look.layout,
    'data-side': look.layout === 'corner' ? look.side : undefined,
    'data-nosnippet': '',
    hidden: !document.ask,
  };
  const question = <Question {...props} />;
  if (look.layout !== 'dialog') return <section {...attributes}>{question}</section>;
  return (
    <dialog {...attributes} open={document.ask}>
      {question}
    </dialog>
  );
}

/** What is at the lower edge of the window: the question, and notes about what happens, which do not cover it. */
export function Stack({ language, children }: { readonly language: Language; readonly children: Child }): JSX.Element {
  return (
    <div class="pe-consent-stack" id="pe-consent" lang={language.locale} dir={language.dir} tabindex={-1}>
      {children}
    </div>
  );
}

/** The element, with everything that is specific to the visitor. */
export function Banner(props: BannerProps): JSX.Element {
  const { language, document, seen, href, settingsLink, look } = props;
  const { t, locale, dir } = language;
  return (
    <policy-consent
      mount={href('')}
      lang={locale}
      dir={dir}
      data-state={JSON.stringify(document)}
      data-seen={seen}
      data-saving={t('banner.saving')}
      data-saved={t('banner.saved')}
      data-appearance={look.appearance ?? undefined}
      // It is about one visitor at one moment: htmx 2 keeps no copy of the page.
      hx-history="false"
    >
      {look.stylesheet !== null && <link rel="stylesheet" href={href(look.stylesheet)} />}
      <Stack language={language}>
        <Notes {...props} />
        <Panel {...props} />
      </Stack>
      <p class="pe-consent-again" data-floating={settingsLink === 'floating' ? '' : undefined} hidden={!settingsLink}>
        <a href={safeHref(settingsHref(props))} data-policy-settings="">
          {t('banner.settings')}
        </a>
        {document.choices_url !== undefined && <ChoicesLink language={language} href={href} />}
        {document.gpc.signal && (
          <span data-when="honoured" hidden={!document.gpc.honoured}>
            {t('banner.gpc_short')}
          </span>
        )}
      </p>
      <template data-embed-words={href(`/consent/embed.html?locale=${locale}`)}></template>
    </policy-consent>
  );
}

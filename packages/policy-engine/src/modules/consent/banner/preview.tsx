/** The banner as it asks about everything, for the person who edits its appearance. It contains nobody's decisions. */
import type { BannerLook } from '../../appearance/index.ts';
import type { Rule } from '../../rules/index.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { Script } from '../scripts/declaration.ts';
import { CHOICES_PATH } from '../opt-out/link.ts';
import { scriptJson } from './declaration.ts';
import type { ConsentSettingsJson } from './representation.ts';
import { Banner } from './views/banner-view.tsx';

/** What it is drawn with. */
export interface PreviewParts {
  readonly language: Language;
  readonly look: BannerLook;
  /** URL of a path below the mount path. */
  readonly href: (path: string) => string;
}

/** What it asks about. */
export interface PreviewContent {
  /** Those that are consents. */
  readonly rules: readonly Rule[];
  readonly scripts: readonly Script[];
  readonly vendorsOf: (rule: string) => readonly string[];
}

/** The element as HTML. */
export async function previewHtml(
  { rules, scripts, vendorsOf }: PreviewContent,
  { language, look, href }: PreviewParts,
): Promise<string> {
  const { locale } = language;
  const document: ConsentSettingsJson = {
    locale,
    rules: rules.map(({ name, label, description, sells }) => ({
      name,
      label: label(locale),
      description: description(locale),
      state: 'passive',
      by_gpc: false,
      ...(sells && { sells }),
      version: 1,
      asked_since: 1,
      text_url: href(`/user_terms/${name}`),
      vendors: vendorsOf(name).map((vendor) => ({ name: vendor, state: 'passive' })),
      scripts: [],
    })),
    gates: {},
    gpc: { signal: false, honoured: false, overridden: false, conflict: false, unrecorded: false },
    ask: true,
    consent_mode: null,
    consent_types: {},
    signals: [],
    clear: [],
    settings_url: href('/consent'),
    declaration_url: href('/cookies'),
    ...(rules.some(({ sells }) => sells) && { choices_url: href(CHOICES_PATH) }),
  };
  const declared = rules.map(({ name }) => {
    const mine = scripts.filter(({ rule }) => rule === name);
    return [name, mine.map((script) => scriptJson(script, locale))] as const;
  });
  // A promise if a component is asynchronous; the types do not say so.
  const node: { toString(): string | Promise<string> } = Banner({
    language,
    document,
    declared: new Map(declared),
    languages: [],
    seen: '',
    returnTo: '/',
    href,
    settingsLink: true,
    look,
    isSignedIn: false,
    told: null,
  });
  return node.toString();
}

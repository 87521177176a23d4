/** A purpose in the second layer of the banner: a switch, and who stores what for how long. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { Language } from '../../../../platform/i18n/language.ts';
import { spoken } from '../../../../platform/web/index.ts';
import { gateOf } from '../../scripts/gate.ts';
import type { DeclaredCookieJson } from '../../necessary/declaration.ts';
import { type DeclaredScriptJson, STORED_WORDS } from '../declaration.ts';
import type { ConsentSettingsRuleJson } from '../representation.ts';

interface VendorsProps {
  readonly language: Language;
  readonly scripts: readonly DeclaredScriptJson[];
  /** Name of the rule whose vendors can be chosen one by one; left out where they can't. */
  readonly chosenIn?: string | undefined;
}

/** A text, and its language if that is not the one of the banner. */
interface About {
  readonly text: string;
  readonly lang?: string | undefined;
}

/** A name that is stored in the browser, with its description. */
function Kept({ name, about }: { name: string; about: readonly About[] }): JSX.Element {
  return (
    <li>
      <code>{name}</code>
      {about
        .filter(({ text }) => text !== '')
        .map(({ text, lang }) => (
          <>
            {' · '}
            <bdi {...spoken(lang)}>{text}</bdi>
          </>
        ))}
    </li>
  );
}

const aboutCookie = ({ purpose, duration, lang }: DeclaredCookieJson): About[] => [
  { text: purpose, lang: lang?.['purpose'] },
  { text: duration, lang: lang?.['duration'] },
];

function Vendor({ language: { t }, script }: { language: Language; script: DeclaredScriptJson }): JSX.Element {
  const { name, provider, description, cookies, lang } = script;
  const stored = Object.entries(STORED_WORDS).flatMap(([store, words]) =>
    script[store as keyof typeof STORED_WORDS].map((key) => ({ key, words })),
  );
  const isKept = cookies.length + stored.length > 0;
  return (
    <li>
      <b>
        <bdi>{name}</bdi>
      </b>
      {provider !== '' && provider !== name && (
        <>
          {' · '}
          <bdi>{provider}</bdi>
        </>
      )}
      {description !== '' && (
        <small>
          <bdi {...spoken(lang?.['description'])}>{description}</bdi>
        </small>
      )}
      {isKept ? (
        <ul>
          {cookies.map((cookie) => (
            <Kept name={cookie.name} about={aboutCookie(cookie)} />
          ))}
          {stored.map(({ key, words }) => (
            <Kept name={key} about={[{ text: t(words) }]} />
          ))}
        </ul>
      ) : (
        <small>{t('choice.no_cookies')}</small>
      )}
    </li>
  );
}

/** The vendors of a purpose, with the cookies and stored keys of each; nothing if no script is declared. */
export function Vendors({ language, scripts, chosenIn }: VendorsProps): JSX.Element {
  if (scripts.length === 0) return <></>;
  if (chosenIn !== undefined) return <Choices language={language} scripts={scripts} rule={chosenIn} />;
  return (
    <details>
      <summary>{language.t('banner.vendors', { count: scripts.length })}</summary>
      <ul>
        {scripts.map((script) => (
          <Vendor language={language} script={script} />
        ))}
      </ul>
    </details>
  );
}

/** The same by vendor, with a switch for each. */
function Choices({ language, scripts, rule }: Omit<VendorsProps, 'chosenIn'> & { readonly rule: string }): JSX.Element {
  const byVendor = [...Map.groupBy(scripts, ({ provider }) => provider)];
  return (
    <details>
      <summary>{language.t('banner.vendors', { count: scripts.length })}</summary>
      {byVendor.map(([vendor, mine]) => (
        <>
          {vendor !== '' && (
            <label>
              <input type="checkbox" role="switch" data-rule={gateOf(rule, vendor)} />
              <b>
                <bdi>{vendor}</bdi>
              </b>
            </label>
          )}
          <ul>
            {mine.map((script) => (
              <Vendor language={language} script={{ ...script, provider: '' }} />
            ))}
          </ul>
        </>
      ))}
    </details>
  );
}

const LIMITS = { valid_until: 'accepted', not_asked_before: 'rejected' } as const;

/** Until when a decision counts; the script fills in the day of the one that was made. */
export function Limits({ language: { t }, rule }: { language: Language; rule: ConsentSettingsRuleJson }): JSX.Element {
  return (
    <>
      {Object.entries(LIMITS).map(([limit, decision]) => (
        <small data-limit={limit} data-of={rule.name} hidden>
          {t('app.label', { label: t(`ledger.receipt.until.${decision}`) })} <bdi />
        </small>
      ))}
    </>
  );
}

/** A purpose that can be accepted by itself. Only the script shows it, and sends what is switched on. */
export function Purpose({ rule, ...vendors }: VendorsProps & { readonly rule: ConsentSettingsRuleJson }): JSX.Element {
  const isPartial = rule.vendors.length > 1;
  return (
    <div class="pe-consent-purpose">
      <label>
        {/* A switch has no third state. */}
        <input type="checkbox" role={isPartial ? undefined : 'switch'} data-rule={rule.name} />
        <span>
          <b>
            <bdi {...spoken(rule.lang?.['label'])}>{rule.label}</bdi>
          </b>
          {isPartial && <i>{vendors.language.t('app.partly')}</i>}
          {rule.description !== '' && (
            <small>
              <bdi {...spoken(rule.lang?.['description'])}>{rule.description}</bdi>
            </small>
          )}
          <Limits language={vendors.language} rule={rule} />
        </span>
      </label>
      <Vendors {...vendors} chosenIn={isPartial ? rule.name : undefined} />
    </div>
  );
}

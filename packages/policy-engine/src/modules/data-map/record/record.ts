/** The record of processing activities as a whole (GDPR Art. 30(1)), apart from the single activities. */
import type { Language } from '../../../platform/i18n/language.ts';
import { localText, type LocalText } from '../../export/index.ts';
import type { Rule } from '../../rules/index.ts';
import {
  allStored,
  type NecessaryCookie,
  necessaryCookieJson,
  type Script,
  type StorageKind,
} from '../../consent/index.ts';
import type { DeclaredRecord } from './options.ts';
import type { RecordParty } from './declaration.ts';

/** Somebody with contact details. */
export interface InventoryParty {
  readonly name: string;
  /** Null if `exporter.information` names the controller without a contact. */
  readonly contact: string | null;
}

/** A transfer to a third country. */
export interface InventoryTransfer {
  readonly country: string;
  readonly recipient: string;
  readonly safeguards: string;
}

/** A purpose that rests on the consent of each person, as the rules and scripts declare it. */
export interface InventoryConsent {
  /** Name of the rule. */
  readonly name: string;
  readonly label: string;
  /** Descriptions of the rule and of its scripts; null if there are none. */
  readonly purpose: string | null;
  readonly people: string | null;
  /** Vendors of its scripts; null if no script names one. */
  readonly recipients: readonly string[] | null;
  /** Cookies and keys that its scripts store in a browser, with how long. */
  readonly stored: ReadonlyArray<{ readonly name: string; readonly duration: string | null }>;
}

/** A cookie that needs no consent. */
export interface InventoryCookie {
  readonly name: string;
  /** Where it is stored. */
  readonly kind: StorageKind;
  readonly purpose: string;
  readonly duration: string;
  /** Third parties with access to it; null: declared that there are none. */
  readonly recipients: string | null;
}

/** The record without its activities; null: not declared. */
export interface InventoryRecord {
  readonly controller: InventoryParty | null;
  readonly joint_controllers: readonly InventoryParty[];
  /** False: declared that there is none. */
  readonly representative: InventoryParty | false | null;
  /** False: declared that there is none. */
  readonly data_protection_officer: InventoryParty | false | null;
  readonly consents: readonly InventoryConsent[];
  /** Cookies and stored keys of the host that need no consent. */
  readonly necessary_cookies: readonly InventoryCookie[];
  /** Empty: declared that there are none. */
  readonly transfers: readonly InventoryTransfer[] | null;
  readonly security: readonly string[] | null;
}

/** What the host declares, as the record reads it. */
export interface RecordSources {
  readonly record: DeclaredRecord;
  /** The fallback for the controller. */
  readonly information: { readonly controller?: LocalText; readonly contact?: LocalText };
  /** All rules, in the order of declaration. */
  readonly rules: readonly Rule[];
  /** Those that are consents. */
  readonly consents: readonly Rule[];
  readonly scripts: readonly Script[];
  readonly necessaryCookies: readonly NecessaryCookie[];
}

/** Several texts as one; null if none is declared. */
export function listed(texts: readonly LocalText[] | undefined, locale: string): string | null {
  if (texts === undefined) return null;
  return new Intl.ListFormat(locale, { type: 'unit' }).format(texts.map((text) => localText(text, locale) ?? ''));
}

/** The record in a language. */
export function recordOf(sources: RecordSources, { locale }: Pick<Language, 'locale'>): InventoryRecord {
  const { record = {}, consents, necessaryCookies } = sources;
  const party = ({ name, contact }: RecordParty): InventoryParty => {
    return { name: localText(name, locale) ?? '', contact: localText(contact, locale) ?? null };
  };
  const partyOrNone = (given: RecordParty | false | undefined) => (given ? party(given) : (given ?? null));
  return {
    controller: record.controller === undefined ? controllerOfInformation(sources, locale) : party(record.controller),
    joint_controllers: (record.jointControllers ?? []).map(party),
    representative: partyOrNone(record.representative),
    data_protection_officer: partyOrNone(record.dataProtectionOfficer),
    consents: consents.map((rule) => consentOf(rule, sources, locale)),
    necessary_cookies: necessaryCookies.map((cookie) => {
      const { name, kind, purpose, duration, recipients } = necessaryCookieJson(cookie, locale);
      return { name, kind, purpose, duration, recipients };
    }),
    transfers:
      record.transfers?.map(({ country, recipient, safeguards }) => ({
        country: localText(country, locale) ?? '',
        recipient: localText(recipient, locale) ?? '',
        safeguards: localText(safeguards, locale) ?? '',
      })) ?? null,
    security: record.security?.map((measure) => localText(measure, locale) ?? '') ?? null,
  };
}

function controllerOfInformation({ information }: RecordSources, locale: string): InventoryParty | null {
  const name = localText(information.controller, locale) ?? '';
  return name.trim() === '' ? null : { name, contact: localText(information.contact, locale) ?? null };
}

function consentOf(rule: Rule, { record, scripts }: RecordSources, locale: string): InventoryConsent {
  const own = scripts.filter((script) => script.rule === rule.name);
  const purposes = [rule, ...own].map(({ description }) => description(locale)).filter((text) => text !== '');
  const vendors = [...new Set(own.map(({ provider }) => provider).filter((provider) => provider !== ''))];
  return {
    name: rule.name,
    label: rule.label(locale),
    purpose: purposes.length === 0 ? null : purposes.join(' '),
    people: listed(record?.people, locale),
    recipients: vendors.length === 0 ? null : vendors,
    stored: own.flatMap((script) => storedBy(script, locale)),
  };
}

/** Keys of the browser's storage have no lifetime that could be declared. */
function storedBy({ cookies, ...script }: Script, locale: string): InventoryConsent['stored'] {
  const keys = allStored(script).map((name) => ({ name, duration: null }));
  return [...cookies.map(({ name, duration }) => ({ name, duration: duration(locale) || null })), ...keys];
}

/** The record of processing activities as a table: each activity with all facts of Art. 30(1). */
import { csvOf } from '../../../platform/csv.ts';
import type { Language } from '../../../platform/i18n/language.ts';
import type { Inventory, InventoryEntry } from './inventory.ts';
import type { InventoryConsent, InventoryCookie, InventoryParty } from './record.ts';

const COLUMNS = [
  'name',
  'label',
  'purpose',
  'legal_basis',
  'recipients',
  'retention',
  'people',
  'erasure',
  'source',
  'tables',
  'exported',
  'kind',
  'controller',
  'joint_controllers',
  'representative',
  'data_protection_officer',
  'transfers',
  'security',
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string>>;

/**
 * A row for each activity, each consent and each cookie that needs none, with the names of the JSON. The facts about the whole record are repeated in each
 * row, so that each can be filtered, moved and read alone. A fact that is required and not declared says so.
 */
export function inventoryCsv(inventory: Inventory, language: Language): string {
  const whole = wholeOf(inventory, language);
  const { entries, consents, necessary_cookies: cookies } = inventory;
  const rows = [
    ...entries.map((entry) => entryRow(entry, language)),
    ...consents.map((consent) => consentRow(consent, language)),
    ...cookies.map((cookie) => cookieRow(cookie, language)),
  ];
  // A record without activities still names its controller.
  return csvOf(
    COLUMNS,
    (rows.length === 0 ? [{}] : rows).map((row: Row) => COLUMNS.map((column) => ({ ...whole, ...row })[column] ?? '')),
  );
}

/** Somebody on one line: `Northlight, Harbour Street 1`. */
export function partyInWords({ name, contact }: InventoryParty): string {
  return contact === null ? name : `${name}, ${contact}`;
}

/** Somebody who may be missing, or of whom it is declared that there is none. */
export function appointedInWords(party: InventoryParty | false | null, { t }: Pick<Language, 't'>): string {
  if (party === null) return t('data_map.not_declared');
  return party === false ? t('data_map.none_appointed') : partyInWords(party);
}

function wholeOf(inventory: Inventory, language: Language): Row {
  const { t } = language;
  const { controller, joint_controllers: joint, transfers, security } = inventory;
  return {
    controller: appointedInWords(controller, language),
    joint_controllers: joint.map(partyInWords).join('; '),
    representative: appointedInWords(inventory.representative, language),
    data_protection_officer: appointedInWords(inventory.data_protection_officer, language),
    transfers: transfersInWords(transfers, language),
    security: security?.join('; ') ?? t('data_map.not_declared'),
  };
}

/** `United States: Mail Inc. (standard contractual clauses)`, or that there are none. */
export function transfersInWords(transfers: Inventory['transfers'], { t }: Pick<Language, 't'>): string {
  if (transfers === null) return t('data_map.not_declared');
  if (transfers.length === 0) return t('data_map.no_transfers');
  return transfers.map(({ country, recipient, safeguards }) => `${country}: ${recipient} (${safeguards})`).join('; ');
}

function entryRow(entry: InventoryEntry, { t }: Language): Row {
  const { name, label, purpose, legal_basis, recipients, retention, people, erasure, source, tables, exported } = entry;
  const required = (text: string | null) => text ?? t('data_map.not_declared');
  return {
    name,
    label,
    purpose: required(purpose),
    legal_basis: legal_basis ?? '',
    recipients: required(recipients),
    retention: required(retention),
    people: required(people),
    erasure: erasure ?? '',
    source: source ?? '',
    tables: tables.join('; '),
    exported: exported ? 'yes' : 'no',
    kind: 'data',
  };
}

function consentRow({ name, label, purpose, people, recipients, stored }: InventoryConsent, { t }: Language): Row {
  return {
    name,
    label,
    purpose: purpose ?? t('data_map.not_declared'),
    legal_basis: t('data_map.consent_basis'),
    recipients: recipients?.join('; ') ?? '',
    retention: storedInWords(stored),
    people: people ?? t('data_map.not_declared'),
    kind: 'consent',
  };
}

function cookieRow({ name, kind, purpose, duration, recipients }: InventoryCookie, { t }: Language): Row {
  return {
    name,
    label: kind === 'cookie' ? t('choice.necessary') : `${t('choice.necessary')} (${t(`choice.kind.${kind}`)})`,
    purpose,
    recipients: recipients ?? t('choice.no_recipients'),
    retention: duration,
    kind: 'necessary_cookie',
  };
}

/** `_ga (13 months); _sf_session` */
export function storedInWords(stored: InventoryConsent['stored']): string {
  return stored.map(({ name, duration }) => (duration === null ? name : `${name} (${duration})`)).join('; ');
}

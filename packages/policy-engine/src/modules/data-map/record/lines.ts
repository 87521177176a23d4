/** The record of processing activities as lines for a terminal. */
import type { Language } from '../../../platform/i18n/language.ts';
import type { Inventory, InventoryEntry } from './inventory.ts';
import { appointedInWords, partyInWords, storedInWords, transfersInWords } from './csv.ts';
import type { InventoryConsent, InventoryCookie } from './record.ts';

/** The activities, the purposes that rest on consent, the facts about the whole, and what is missing. */
export function inventoryInLines(inventory: Inventory, language: Language): string[] {
  const { t } = language;
  const labelled = (
    label:
      | 'data_map.controller'
      | 'data_map.joint_controllers'
      | 'data_map.representative'
      | 'data_map.officer'
      | 'data_map.transfers'
      | 'data_map.security',
    value: string,
  ) => t('text.labelled', { label: t(label), value });
  const { entries, consents, joint_controllers: joint, security, missing } = inventory;
  return [
    ...entries.flatMap(entryInLines),
    ...consents.flatMap((consent) => consentInLines(consent, language)),
    ...inventory.necessary_cookies.flatMap((cookie) => cookieInLines(cookie, language)),
    labelled('data_map.controller', appointedInWords(inventory.controller, language)),
    ...joint.map((party) => labelled('data_map.joint_controllers', partyInWords(party))),
    labelled('data_map.representative', appointedInWords(inventory.representative, language)),
    labelled('data_map.officer', appointedInWords(inventory.data_protection_officer, language)),
    labelled('data_map.transfers', transfersInWords(inventory.transfers, language)),
    labelled('data_map.security', security?.join('; ') ?? t('data_map.not_declared')),
    ...missing.map((gap) => t('data_map.missing', { ...gap })),
  ];
}

function entryInLines({ name, label, tables, exported, ...said }: InventoryEntry): string[] {
  const facts = { ...said, tables: tables.join('; ') || null, exported: exported ? 'yes' : 'no' };
  return [`${label} (${name})`, ...factsInLines(facts)];
}

function consentInLines(
  { name, label, purpose, people, recipients, stored }: InventoryConsent,
  { t }: Language,
): string[] {
  const facts = {
    purpose,
    legal_basis: t('data_map.consent_basis'),
    people,
    recipients: recipients?.join('; ') ?? null,
    stored: storedInWords(stored) || null,
  };
  return [`${label} (${name})`, ...factsInLines(facts)];
}

function cookieInLines({ name, kind, purpose, duration, recipients }: InventoryCookie, { t }: Language): string[] {
  const facts = { purpose, legal_basis: t('choice.necessary'), recipients: recipients ?? t('choice.no_recipients') };
  const title = kind === 'cookie' ? name : `${name} (${t(`choice.kind.${kind}`)})`;
  return [title, ...factsInLines({ ...facts, stored: duration })];
}

function factsInLines(facts: Readonly<Record<string, string | null>>): string[] {
  return Object.entries(facts).map(([key, value]) => `  ${key.replaceAll('_', ' ')}: ${value ?? '–'}`);
}

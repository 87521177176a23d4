import type { TextsLike } from '../../../platform/i18n/texts/catalogue.ts';
import type { en } from './en.ts';

export const de: TextsLike<typeof en> = {
  'nav.audit': 'Audit-Protokoll',
  'audit.title': 'Audit-Protokoll',
  'audit.lead': 'Alle Aktionen der Administration: wer was getan hat und wann. Einträge können nicht geändert werden.',
  'audit.all': 'Alle',
  'audit.none': 'Keine Einträge',
  'audit.none_text': 'Keine Einträge entsprechen diesem Filter.',
  'audit.empty_text': 'Jede Aktion eines Administrators erscheint hier.',
  'audit.action': 'Aktion',
  'audit.actor': 'Ausgeführt von',
  'audit.rule': 'Richtlinie',
  'audit.host': 'Die Website selbst',
  'audit.at': 'Zeit',
  'audit.network': 'Netzwerkadresse',
};

/** Texts of the log of administrators' actions. */
export const en = {
  'nav.audit': 'Audit log',
  'audit.title': 'Audit log',
  'audit.lead': 'All actions of administrators: who did what, and when. Entries can’t be changed.',
  'audit.all': 'All',
  'audit.none': 'No entries',
  'audit.none_text': 'No entries match this filter.',
  'audit.empty_text': 'Each action of an administrator will appear here.',
  'audit.action': 'Action',
  'audit.actor': 'Administrator',
  'audit.rule': 'Policy',
  'audit.host': 'The site itself',
  'audit.at': 'Time',
  'audit.network': 'Network address',
} as const;

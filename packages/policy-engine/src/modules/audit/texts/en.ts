/** Texts of the log of administrators' actions. */
export const en = {
  'nav.audit': 'Log',
  'audit.title': 'What administrators did',
  'audit.lead': 'Everything administrators changed, who did it and when. Nothing here can be changed.',
  'audit.all': 'All',
  'audit.none': 'Nothing to show',
  'audit.none_text': 'No such change was made.',
  'audit.action': 'Change',
  'audit.actor': 'By',
  'audit.rule': 'Policy',
  'audit.host': 'The application',
  'audit.at': 'When',
  'audit.network': 'Network',
} as const;

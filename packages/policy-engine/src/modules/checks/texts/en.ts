/** Texts of the check for compliance. */
export const en = {
  'nav.check': 'Check',
  'check.title': 'What is missing',
  'check.lead': 'The engine compares its configuration and its texts with what the law asks for.',
  'check.none': 'Nothing is missing',
  'check.none_text': 'Every duty the engine knows of is met.',
  'check.severity.error': 'Missing',
  'check.severity.warning': 'Look at it',
  'check.yours': 'You can do this',
  'check.developer': 'For your developer',
  'check.to_do': 'What is left to do',
  'check.to_do.count': 'To do: {count}',
  'check.to_do.all': 'See everything',
  'check.migrations_pending': 'Changes that the database lacks: {subject}.',
  'check.migrations_pending.advice':
    'Run npx policy-engine migrate, or await engine.migrate() at start; migrate --status lists them.',
  'check.schema_newer': 'A newer version of the engine has migrated the database: {subject}.',
  'check.schema_newer.advice': 'Run that version, or a later one.',
  'check.no_mail': 'No mail can be sent, so people don’t learn what became of their requests.',
  'check.no_mail.advice': 'Set mail: { transport } and fromEmail.',
  'check.mail_incomplete': 'Mail is sent, but “{subject}” is missing: some mails reach nobody or lead nowhere.',
  'check.mail_incomplete.advice': 'Set {subject}.',
  'check.no_admin': 'Nobody may use the administration, so no text can be written.',
  'check.no_admin.advice': 'Set isAdminMethod.',
  'check.no_client_address':
    'The host tells no client addresses, so one overall limit holds for all visitors who write.',
  'check.no_client_address.advice': 'Mount the engine with an adapter, or hand the address to engine.fetch as env.ip.',
} as const;

/** Texts of the mails. */
export const en = {
  'mail.reason.admin': 'you get this because this is the inbox for privacy matters.',
  'mail.sign_in': 'Sign in at {sender} to go on.',
  'jobs.name.mail': 'Mail',
  'jobs.name.mail_purge': 'Forgetting of sent mail',
} as const;

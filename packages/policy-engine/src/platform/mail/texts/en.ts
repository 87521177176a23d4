/** Texts of the mails. */
export const en = {
  'mail.reason.admin': 'you are receiving this email because this is the mailbox for privacy matters.',
  'mail.sign_in': 'Sign in at {sender} to continue.',
  'jobs.name.mail': 'Email',
  'jobs.name.mail_purge': 'Deletion of sent emails',
} as const;

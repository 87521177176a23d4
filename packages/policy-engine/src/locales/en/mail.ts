/** Texts of the mails. */
export const mail = {
  'mail.reason.asked': 'you get this because you asked for a copy of your data.',
  'mail.reason.admin': 'you get this because this is the inbox for privacy matters.',
  'mail.sign_in': 'Sign in at {sender} to go on.',
  'mail.user': 'User',
  'mail.due': 'To be answered by',
  'mail.see_request': 'See my request',
  'mail.complaint':
    'If you do not agree, you can complain to a data protection authority or go to court. You can also simply answer this mail.',
  'mail.portability_requested.subject': 'Somebody asked for a copy of their data',
  'mail.portability_requested.text':
    'Please confirm the request, or deny it and give the reason, by {due}. The law allows one month.',
  'mail.portability_requested.confirmed':
    'It was confirmed as it came, and the data is being put together. You need not do anything.',
  'mail.portability_requested.action': 'Look at the request',
  'mail.portability_progress.subject': 'We are putting your data together',
  'mail.portability_progress.text':
    'Your request was confirmed. You get another mail as soon as your data can be downloaded; there is nothing you need to do.',
  'mail.portability_progress.action': 'See how far it is',
  'mail.portability_completed.subject': 'Your data is ready',
  'mail.portability_completed.text':
    'The copy of your data can be downloaded now. Only you can open it, after signing in.',
  'mail.portability_completed.until': 'It can be downloaded until {until}; then we delete the copy.',
  'mail.portability_completed.action': 'Download my data',
  'mail.portability_denied.subject': 'We can not grant your request for your data',
  'mail.portability_denied.text':
    'We have looked at your request for a copy of your data and do not grant it. The reason:',
  'mail.portability_extended.subject': 'Your request for your data takes longer',
  'mail.portability_extended.text':
    'We need more time for the copy of your data, and will have it ready by {due} at the latest. The reason:',
  'mail.requests_overdue.subject': 'Overdue requests for data: {count}',
  'mail.requests_overdue.text': 'The time the law gives for these requests is over. Please answer them today.',
  'mail.requests_overdue.user': 'Request of user {user}',
  'mail.requests_overdue.since': 'Was due on {due}',
  'mail.requests_overdue.action': 'Answer them',
  'mail.ledger_digest.subject': 'Ledger of decisions: head {head}',
  'mail.ledger_digest.text':
    'Keep this mail. What people decided is chained up to the head below; should somebody rewrite the database, this head will no longer fit.',
  'mail.ledger_digest.how': 'To check it: policy-engine ledger verify --head {hash}',
  'mail.ledger_digest.rewritten':
    'If the database was rewritten or cut, the check prints “noted_head_missing” and fails. A lower number than in an earlier mail means the same.',
  'mail.ledger_digest.events': 'Decisions noted',
  'mail.ledger_digest.head': 'Newest head',
  'mail.ledger_digest.at': 'Sealed at (UTC)',
  'mail.ledger_digest.hash': 'Hash of the head',
  'mail.ledger_digest.signature': 'Signature (Ed25519)',
  'mail.ledger_digest.unsigned': 'none',
  'mail.ledger_digest.key': 'Key',
  'mail.ledger_digest.action': 'Open the ledger',
} as const;

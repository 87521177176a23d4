/** How an erasure ended: what is left of the data, and which recipients were told. */
export const en = {
  'erasure.mine.completed': 'Your data has been deleted',
  'erasure.mine.completed_text': 'The receipt lists what was deleted.',
  'erasure.mine.completed.kept': 'Your data has been deleted, except what we have a legal ground to keep',
  'erasure.mine.completed.part': 'Part of your data has been deleted',
  'erasure.mine.left_text': 'See below what was not deleted and why, as far as we know.',
  'erasure.left': 'Not deleted',
  'erasure.left.found':
    'After the deletion, data that identifies you was found in places that no rule keeps. The operator of this site is shown these places.',
  'erasure.mine.step.completed': 'Your data was deleted.',
  'erasure.mine.step.left': 'The deletion ended. Not everything was deleted.',
  'erasure.done.run': 'Reported as deleted by the application',
  'erasure.told.title': 'Recipients (GDPR Art. 19)',
  'erasure.told.none':
    'No recipient was told automatically: no webhook receives this event. If you disclosed data of this person to others, tell each of them about the erasure yourself, unless this is impossible or involves disproportionate effort.',
  'erasure.told.some':
    'This software reports the erasure to the webhooks below. It does not know whether their receivers erase the data, or who else received it: tell other recipients yourself.',
  'erasure.told.at': 'Delivered or abandoned',
  'erasure.told.unknown': 'Record deleted',
  'mail.erasure_receipt.told':
    'The erasure is reported to these webhooks: {webhooks}. The page of the request shows whether it was delivered. Tell other recipients yourself (GDPR Art. 19).',
} as const;

/** Texts of the page that checks a receipt in the browser. A saved copy of the page contains them. */
export const en = {
  'ledger.verifier.title': 'Verify a receipt',
  'ledger.verifier.lead':
    'This page verifies a receipt in your browser, without contacting the site that issued it. Nothing you enter is sent anywhere.',
  'ledger.verifier.noscript': 'This page needs JavaScript: the verification runs in your browser.',
  'ledger.verifier.unable':
    'This browser can’t verify signatures here. Open this page over HTTPS or as a saved file, in a current version of Chrome, Edge, Firefox or Safari.',
  'ledger.verifier.receipt': 'Receipt (JSON)',
  'ledger.verifier.receipt.hint': 'Choose the file, drop it on this page, or paste its contents.',
  'ledger.verifier.file': 'Choose file',
  'ledger.verifier.keys': 'Keys of the ledger',
  'ledger.verifier.keys.hint':
    'One key per line, such as shop.example/ledger+0a1b2c3d+AbCd… Get them from a source other than the receipt: where the site publishes them, or from someone who recorded them.',
  'ledger.verifier.noted': 'Compare with a checkpoint recorded elsewhere',
  'ledger.verifier.noted.checkpoint': 'Recorded checkpoint',
  'ledger.verifier.noted.checkpoint.hint':
    'From an email to administrators or from someone who recorded one. Include the signature lines.',
  'ledger.verifier.noted.consistency': 'Consistency proof (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Only needed if the two checkpoints have different sizes. The verification tells you which proof to get.',
  'ledger.verifier.check': 'Verify',
  'ledger.verifier.save': 'Save this page to verify receipts offline, even if the site no longer exists.',
  'ledger.verifier.save.action': 'Save page',
  'ledger.verifier.verdict.holds': 'The receipt is valid',
  'ledger.verifier.verdict.holds.text':
    'The ledger whose keys you entered contains this entry as shown below. It has not been changed since it was sealed.',
  'ledger.verifier.verdict.marked': 'The receipt is valid, but the entry is flagged',
  'ledger.verifier.verdict.marked.text':
    'All steps passed, but they only prove that the entry was sealed with a flag, because the site could not confirm its origin.',
  'ledger.verifier.verdict.pending': 'The receipt is pending and proves nothing yet',
  'ledger.verifier.verdict.pending.text':
    'The entry is not sealed: no signature covers it, so anyone could have written the contents below. Download the receipt again in a minute.',
  'ledger.verifier.verdict.refused': 'The receipt is not valid',
  'ledger.verifier.verdict.refused.text':
    'A step failed, so the contents of the receipt are unproved and not shown. Make sure that the file is complete and that the keys belong to this ledger.',
  'ledger.verifier.unchecked': 'Not verified',
  'ledger.verifier.unchecked.receipt': 'Enter a receipt first.',
  'ledger.verifier.unchecked.keys': 'Enter at least one key of the ledger: without a key, nothing can be proved.',
  'ledger.verifier.unchecked.key': 'This line is not a ledger key: {line}',
  'ledger.verifier.unchecked.large': 'This file is too large to be a receipt.',
  'ledger.verifier.unchecked.unreadable': 'This file is not valid UTF-8 text.',
  'ledger.verifier.steps': 'Verification steps',
  'ledger.verifier.says': 'Contents of the receipt',
  'ledger.verifier.kind': 'Type of entry',
  'ledger.verifier.number': 'Number among this person’s decisions',
  'ledger.verifier.visitor': 'Visitor',
  'ledger.verifier.state.holds': 'Passed',
  'ledger.verifier.state.fails': 'Failed',
  'ledger.verifier.state.open': 'Not verified',
  'ledger.verifier.state.warns': 'Note',
  'ledger.verifier.step.form.holds': 'The receipt has a known format, with nothing added, missing or duplicated.',
  'ledger.verifier.step.form.fails':
    'The receipt does not have a known format, or something is added, missing or duplicated: {part}',
  'ledger.verifier.step.openings.holds': 'The person and the circumstances match the commitments in the entry.',
  'ledger.verifier.step.openings.fails': 'This does not match the commitments in the entry: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} has cosigned the checkpoint: this witness saw it at {time} and has seen no conflicting ledger.',
  'ledger.verifier.step.witnesses.open':
    'The receipt states that witnesses cosigned the checkpoint. This was not verified: enter their keys together with those of the ledger.',
  'ledger.verifier.step.witnesses.fails': 'The cosignatures stated in the receipt do not match its checkpoint: {part}',
  'ledger.verifier.step.erasure.holds':
    'The site has signed that the person was erased: the identity can no longer be shown.',
  'ledger.verifier.step.erasure.fails':
    'No statement that the person was erased is signed with a key you entered, or the receipt still names the person: {part}',
  'ledger.verifier.step.text.holds': 'The text is exactly the one the decision refers to.',
  'ledger.verifier.step.text.fails': 'The text is not the one the decision refers to.',
  'ledger.verifier.step.text.open': 'The receipt does not contain a text.',
  'ledger.verifier.step.checkpoint.holds':
    'The checkpoint of {size} entries of {origin} is signed with a key you entered.',
  'ledger.verifier.step.checkpoint.fails':
    'The checkpoint is not signed with a key you entered, or it was changed: {part}',
  'ledger.verifier.step.checkpoint.open': 'No signed checkpoint covers the entry.',
  'ledger.verifier.step.place.holds': 'The entry is number {index} of {size} entries, counted from 0.',
  'ledger.verifier.step.place.fails':
    'The entry is not included in the checkpoint: the entry or the checkpoint was changed.',
  'ledger.verifier.step.mark.warns':
    'The entry was flagged when it was sealed ({reason}) and is not valid until an administrator has reviewed it.',
  'ledger.verifier.step.mark.fails': 'The flag on the entry is not valid: {part}',
  'ledger.verifier.step.later.holds':
    'The site has signed that the first {size} entries contain no later decision by this person on this policy.',
  'ledger.verifier.step.later.warns':
    'The site has signed that the first {size} entries contain a later decision by this person on this policy: this receipt does not show their current decision.',
  'ledger.verifier.step.later.open': 'The receipt does not state whether there is a later decision.',
  'ledger.verifier.step.later.fails':
    'The statement about later decisions is not signed with a key you entered: {part}',
  'ledger.verifier.step.noted.holds': 'The recorded checkpoint of {size} entries belongs to the same ledger.',
  'ledger.verifier.step.noted.open':
    'No recorded checkpoint was entered, so it is not verified that everyone sees the same ledger.',
  'ledger.verifier.step.noted.fails':
    'The receipt does not belong to the ledger of the recorded checkpoint, or the consistency proof is not the right one. If the proof is right, the site keeps two ledgers: keep both as evidence. {part}',
  'ledger.verifier.step.consistency.open':
    'The recorded checkpoint has {noted} entries, and the checkpoint of the receipt has {size}. Enter the response of the site at /ledger/consistency.json?from={from}&to={to} as the consistency proof.',
} as const;

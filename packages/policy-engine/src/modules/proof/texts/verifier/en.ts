/** Texts of the page that checks a receipt in the browser. It takes them along when it is saved. */
export const en = {
  'ledger.receipt.verify': 'Check this receipt yourself',
  'ledger.verifier.title': 'Check a receipt',
  'ledger.verifier.lead':
    'This page checks a receipt in your browser, without asking the site that issued it. Nothing that you enter is sent.',
  'ledger.verifier.noscript': 'This page needs JavaScript: the check runs in your browser.',
  'ledger.verifier.unable':
    'This browser cannot check signatures here. Open this page over https or as a saved file, in a current version of Chrome, Edge, Firefox or Safari.',
  'ledger.verifier.receipt': 'Receipt (JSON)',
  'ledger.verifier.receipt.hint': 'Choose the file, drop it on this page, or paste what is in it.',
  'ledger.verifier.file': 'Choose a file',
  'ledger.verifier.keys': 'Keys of the ledger',
  'ledger.verifier.keys.hint':
    'A key per line, as in shop.example/ledger+0a1b2c3d+AbCd… Take them from somewhere else than the receipt: where the site has published them, or from somebody who noted them.',
  'ledger.verifier.noted': 'Hold it against a checkpoint that was noted elsewhere',
  'ledger.verifier.noted.checkpoint': 'Noted checkpoint',
  'ledger.verifier.noted.checkpoint.hint':
    'From a mail to administrators, or from somebody who noted one: its lines, with those of the signatures.',
  'ledger.verifier.noted.consistency': 'Consistency proof (JSON)',
  'ledger.verifier.noted.consistency.hint':
    'Only needed where the two checkpoints are of different sizes. The check says which one.',
  'ledger.verifier.check': 'Check',
  'ledger.verifier.save': 'Save this page to check receipts without a connection, also when the site is gone.',
  'ledger.verifier.save.action': 'Save this page',
  'ledger.verifier.verdict.holds': 'The receipt holds',
  'ledger.verifier.verdict.holds.text':
    'The ledger whose keys you entered has this entry, as it is shown below. Nothing was changed since it was sealed.',
  'ledger.verifier.verdict.marked': 'The entry was sealed under a mark',
  'ledger.verifier.verdict.marked.text':
    'Every step holds, and proves only this: the entry was sealed under a mark, since the site could not vouch for it.',
  'ledger.verifier.verdict.pending': 'The receipt is pending and proves nothing yet',
  'ledger.verifier.verdict.pending.text':
    'The entry is not sealed: no signature covers it, so anybody could have written what is below. Fetch the receipt again in a minute.',
  'ledger.verifier.verdict.refused': 'The receipt does not hold',
  'ledger.verifier.verdict.refused.text':
    'A step failed, so nothing vouches for what the receipt says, and none of it is shown. Make sure that the file is complete and that the keys are those of this ledger.',
  'ledger.verifier.unchecked': 'Not checked',
  'ledger.verifier.unchecked.receipt': 'Enter a receipt first.',
  'ledger.verifier.unchecked.keys': 'Enter at least one key of the ledger: without one there is no proof.',
  'ledger.verifier.unchecked.key': 'This line is not a key of a ledger: {line}',
  'ledger.verifier.unchecked.large': 'This file is too large to be a receipt.',
  'ledger.verifier.unchecked.unreadable': 'This file cannot be read as text (UTF-8).',
  'ledger.verifier.steps': 'What was checked',
  'ledger.verifier.says': 'What the receipt says',
  'ledger.verifier.kind': 'Kind of entry',
  'ledger.verifier.number': 'Number among the decisions of this person',
  'ledger.verifier.visitor': 'Visitor',
  'ledger.verifier.state.holds': 'Holds',
  'ledger.verifier.state.fails': 'Fails',
  'ledger.verifier.state.open': 'Not checked',
  'ledger.verifier.state.warns': 'Note',
  'ledger.verifier.step.form.holds': 'It is a receipt of the known format, with nothing added, missing or given twice.',
  'ledger.verifier.step.form.fails':
    'It is not a receipt of the known format, or something was added, is missing or given twice: {part}',
  'ledger.verifier.step.openings.holds': 'Person and circumstances are those that the entry commits to.',
  'ledger.verifier.step.openings.fails': 'This is not what the entry commits to: {part}',
  'ledger.verifier.step.witnesses.holds':
    '{name} has cosigned the checkpoint: this witness saw it at {time}, and saw no other ledger.',
  'ledger.verifier.step.witnesses.open':
    'The checkpoint is said to be cosigned by witnesses. That was not checked: enter their keys beside those of the ledger.',
  'ledger.verifier.step.witnesses.fails':
    'What the receipt says of cosignatures is not what its checkpoint has: {part}',
  'ledger.verifier.step.erasure.holds':
    'The site has signed that the person was erased: who decided can no longer be shown.',
  'ledger.verifier.step.erasure.fails':
    'Nothing that a key of yours signed says that the person was erased, or the receipt names them all the same: {part}',
  'ledger.verifier.step.text.holds': 'The text is the one decided on, letter by letter.',
  'ledger.verifier.step.text.fails': 'The text is not the one decided on.',
  'ledger.verifier.step.text.open': 'The receipt does not contain a text.',
  'ledger.verifier.step.checkpoint.holds':
    'A key that you entered signed the checkpoint of {size} entries of {origin}.',
  'ledger.verifier.step.checkpoint.fails':
    'The checkpoint is not signed by a key that you entered, or was changed: {part}',
  'ledger.verifier.step.checkpoint.open': 'There is no signed checkpoint that covers the entry.',
  'ledger.verifier.step.place.holds': 'The entry is number {index} of the {size} entries, counted from 0.',
  'ledger.verifier.step.place.fails': 'The entry is not among those of the checkpoint: one of them was changed.',
  'ledger.verifier.step.mark.warns':
    'The entry was sealed under a mark ({reason}) and does not count until an administrator has judged it.',
  'ledger.verifier.step.mark.fails': 'The mark on the entry does not hold: {part}',
  'ledger.verifier.step.later.holds':
    'The site has signed that, among the first {size} entries, there is no later decision of this person on this policy.',
  'ledger.verifier.step.later.warns':
    'The site has signed that, among the first {size} entries, there is a later decision of this person on this policy: this one is not the last word.',
  'ledger.verifier.step.later.open': 'The receipt does not say whether there is a later decision.',
  'ledger.verifier.step.later.fails': 'What it says of later decisions is not signed by a key that you entered: {part}',
  'ledger.verifier.step.noted.holds': 'The checkpoint that you noted, of {size} entries, is of the same ledger.',
  'ledger.verifier.step.noted.open':
    'No noted checkpoint was entered, so this does not show that everybody sees the same ledger.',
  'ledger.verifier.step.noted.fails':
    'The receipt is not of the ledger of the noted checkpoint, or the proof is not the right one. If it is, the site keeps two ledgers: keep both as evidence. {part}',
  'ledger.verifier.step.consistency.open':
    'The noted checkpoint has {noted} entries, that of the receipt {size}. Enter as consistency proof what the site answers at /ledger/consistency.json?from={from}&to={to}.',
} as const;

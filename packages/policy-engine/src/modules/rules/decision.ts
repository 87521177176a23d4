/** What was decided on a rule. */
export type Decision = 'accepted' | 'rejected';

/** State of a subject towards a rule; `passive` is undecided on the text in force. */
export type ConsentState = Decision | 'passive';

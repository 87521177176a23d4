/** What the engine says about the consent of this visitor, by the names the code here uses. */
import type { OperationAnswer } from './policy-client.ts';

/** The answer of `GET {mount}/consent.json`. */
export type ConsentDocument = OperationAnswer<'showConsent'>;
/** A rule that can be chosen on. */
export type ConsentRule = ConsentDocument['rules'][number];
/** What the scripts of a rule leave behind. */
export type Leftovers = ConsentDocument['clear'][number];

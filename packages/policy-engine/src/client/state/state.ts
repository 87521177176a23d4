/** What the engine returns about the consent of this visitor, under the names used here. */
import type { OperationAnswer } from '../policy-client.ts';

/** The answer of `GET {mount}/consent.json`. */
export type ConsentDocument = OperationAnswer<'showConsent'>;
/** A rule that can be decided on. */
export type ConsentRule = ConsentDocument['rules'][number];
/** The data that the scripts of a rule leave. */
export type Leftovers = ConsentDocument['clear'][number];

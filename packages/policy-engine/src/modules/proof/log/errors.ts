/** Errors of texts and proofs of a log: malformed, or well-formed but not true. */

/** A text or tile that does not have the form that its specification requires. The message says what is wrong, and where. */
export class LogFormatError extends Error {
  override readonly name = 'LogFormatError';

  /** Where: the beginning of the message. */
  get part(): string {
    return this.message.split(':', 1)[0] ?? '';
  }
}

/** Which check failed. */
export type VerificationFailure =
  /** A signature of a known key does not verify. */
  | 'signature'
  /** No known key signed. */
  | 'unsigned'
  /** A log that is not accepted. */
  | 'origin'
  /** Cosigned by too few witnesses. */
  | 'quorum'
  /** The leaf is not in the tree. */
  | 'inclusion'
  /** One tree is not the beginning of the other, or stored hashes do not lead to the expected root. */
  | 'consistency';

/** A well-formed text whose statement does not verify. */
export class LogVerificationError extends Error {
  override readonly name = 'LogVerificationError';
  readonly failure: VerificationFailure;
  /** What does not verify: the name of a key, if it is about one. */
  readonly part: string;

  constructor(failure: VerificationFailure, message: string, part: string = failure) {
    super(message);
    this.failure = failure;
    this.part = part;
  }
}

/** The request for an export, and its result. */
import type { Writable } from 'node:stream';
import type { ConsentState, VendorChoice } from '../rules/index.ts';

/** Progress of an export. */
export interface ExportProgress {
  /** Name of the current rule; null before the first and after the last one. */
  readonly rule: string | null;
  /** Rows of all rules so far. */
  readonly rowsDone: number;
  /** Approximate total; absent if a rule does not report it. */
  readonly rowsExpected?: number;
  /** Files in the archive so far. */
  readonly files: number;
  /** Bytes of the archive so far. */
  readonly bytes: number;
}

/** The decision of the person on a rule, as their export shows it. */
export interface ExportedConsent {
  readonly rule: string;
  /** Label of the rule. */
  readonly label: string;
  readonly state: ConsentState;
  /** Which vendors were offered one by one, and which of them were refused; null for a decision about the rule as a whole. */
  readonly vendors: VendorChoice | null;
  /** ISO 8601; null without a decision on the text in force. */
  readonly decidedAt: string | null;
  /** Version of the text that was decided on; null if it is unknown. */
  readonly version: number | null;
  /** SHA-256 of that text, hexadecimal. */
  readonly hash: string | null;
}

/** The events of the person: each of their decisions, and adoptions from a visitor. */
export interface ExportedDecision {
  readonly id: string;
  /** `adoption`: the account took over a decision that a visitor made in its browser. */
  readonly kind: 'decision' | 'adoption';
  readonly rule: string | null;
  /** Label of the rule. */
  readonly label: string | null;
  readonly decision: 'accepted' | 'rejected' | null;
  /** See {@link ExportedConsent.vendors}. */
  readonly vendors: VendorChoice | null;
  readonly version: number | null;
  /** SHA-256 of the text, hexadecimal. */
  readonly hash: string | null;
  /** ISO 8601. */
  readonly at: string;
  /** Of an adoption, when the decision that it takes over was made. ISO 8601; null for a decision, and if it is not known. */
  readonly decidedAt: string | null;
  /** Calendar months that it counts; null if it names none. */
  readonly months: number | null;
  /** Which posture applied: `opt-in`, `opt-out`, `exempt`; null if the host named no region. */
  readonly posture: string | null;
  /** The dated fact of law behind it. */
  readonly fact: string | null;
  /** Region of the person as the host named it. */
  readonly region: string | null;
  /** Channel of the decision, such as `banner`. */
  readonly how: string;
  /** BCP 47 tag of the page. */
  readonly locale: string | null;
  readonly userAgent: string | null;
  /** Network of the person's address. */
  readonly network: string | null;
}

/** A text that the person accepted, once for all its entries. */
export interface ExportedText {
  readonly rule: string;
  /** Title of the text, in its own language. */
  readonly title: string;
  readonly version: number;
  /** SHA-256 of the text, hexadecimal, as in its entries. */
  readonly hash: string;
  /** BCP 47 tag of the text; null if it no longer exists. */
  readonly locale: string | null;
  /** ISO 8601: when the version came into force; null if it is unknown. */
  readonly publishedAt: string | null;
  /** The hashed text; null if it is no longer stored unchanged. */
  readonly markdown: string | null;
}

/** A request of the person, as their export shows it. */
export interface ExportedRequest {
  readonly id: string;
  /** Its kind, in the person's language. */
  readonly kind: string;
  /** State, in the person's language. */
  readonly state: string;
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601; null while it is open. */
  readonly completedAt: string | null;
  /** What the person and the administrators wrote about it, the oldest first. Default: nothing. */
  readonly messages?: readonly ExportedMessage[];
}

/** A message about a request. */
export interface ExportedMessage {
  readonly from: 'person' | 'administrator';
  /** ISO 8601. */
  readonly at: string;
  readonly body: string;
  readonly files: readonly ExportedMessageFile[];
}

/** A file of a message. */
export interface ExportedMessageFile {
  readonly id: string;
  /** As the file is downloaded. */
  readonly name: string;
  /** Its content; null if it no longer exists. */
  readonly read: () => Promise<Uint8Array | null>;
}

/** What the engine itself knows about the person. */
export interface ExportExtras {
  readonly consents?: readonly ExportedConsent[];
  /** The newest first. */
  readonly decisions?: readonly ExportedDecision[];
  /** The texts that the person accepted. */
  readonly texts?: readonly ExportedText[];
  readonly requests?: readonly ExportedRequest[];
}

/** One export. */
export interface ExportRequest {
  readonly userId: string;
  /** The host's record, which the rules read. */
  readonly user: unknown;
  /** BCP 47 tag. Default: the engine's default locale. */
  readonly locale?: string | undefined;
  /** IANA name, such as `Asia/Seoul`: pages show times in it, with UTC beside. Default: the engine's `timeZone`. */
  readonly timeZone?: string | undefined;
  /**
   * Receives the archive. Ended when the archive is complete, destroyed if it fails: until it ends, its content is not a valid
   * archive and must be discarded.
   */
  readonly out: Writable;
  /** Ends the export early; `write` then rejects with the reason. */
  readonly signal?: AbortSignal;
  /** Called from time to time, and at the end. It is awaited; if it throws, the export fails. */
  readonly onProgress?: (progress: ExportProgress) => void | Promise<void>;
  readonly extras?: ExportExtras;
}

/** Something missing from an otherwise complete export. */
export interface ExportFailure {
  /** Page it is missing on. */
  readonly page: string;
  /** What is missing: the shortened address of an image; the name of a file; a text by its rule and version. */
  readonly source: string;
  /** Why, in English, for the manifest. */
  readonly reason: string;
}

/** A complete export. */
export interface ExportSummary {
  /** Files in the archive. */
  readonly files: number;
  /** Bytes of the archive. */
  readonly bytes: number;
  /** SHA-256 of the archive, hexadecimal. */
  readonly sha256: string;
  /** Rows of all rules. */
  readonly rows: number;
  /** The first thousand missing things. */
  readonly failures: readonly ExportFailure[];
}

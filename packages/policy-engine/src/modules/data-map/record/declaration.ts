/** What a host declares about its record of processing activities as a whole (GDPR Art. 30(1)). */
import type { LocalText } from '../../export/index.ts';

/** The parts of the record that data rules do not contain. What is left out is reported as missing. */
export interface ProcessingRecordOptions {
  /** The controller (a). Default: `controller` and `contact` of `exporter.information`. */
  readonly controller?: RecordParty;
  /** Joint controllers (a), if there are any (Art. 26). Default: none. */
  readonly jointControllers?: readonly RecordParty[];
  /** The representative in the Union (a); false for a controller that does not need one (Art. 27). */
  readonly representative?: RecordParty | false;
  /** The data protection officer (a); false if none has to be designated (Art. 37). */
  readonly dataProtectionOfficer?: RecordParty | false;
  /** Categories of people (c) for rules that state none of their own. */
  readonly people?: readonly LocalText[];
  /** Categories of recipients (d) for rules that state none of their own. */
  readonly recipients?: readonly LocalText[];
  /** Transfers to third countries or international organisations (e); an empty list if there are none. */
  readonly transfers?: readonly RecordTransfer[];
  /** General description of the technical and organisational security measures (g; Art. 32(1)). */
  readonly security?: readonly LocalText[];
}

/** Somebody with contact details. */
export interface RecordParty {
  readonly name: LocalText;
  /** Postal address, email address or telephone number. */
  readonly contact: LocalText;
}

/** A transfer to a third country or an international organisation. */
export interface RecordTransfer {
  /** The country, or the international organisation. */
  readonly country: LocalText;
  /** Who receives the data there. */
  readonly recipient: LocalText;
  /** What protects the data there, such as an adequacy decision or standard contractual clauses (Art. 45, 46, 49). */
  readonly safeguards: LocalText;
}

/** Somebody outside who cosigns checkpoints of the ledger. */
export interface LedgerWitness {
  /** Its public key, a line of text: `officer.example/witness+25f5ab21+BN1r…`. The witness tells it. */
  readonly vkey: string;
  /** Where it answers, as in `https://witness.officer.example`. Plain http only on this machine. */
  readonly url: string;
}

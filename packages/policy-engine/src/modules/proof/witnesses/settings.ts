/** An outside party that cosigns checkpoints of the ledger. */
export interface LedgerWitness {
  /**
   * Its public key, a line of text: `officer.example/witness+25f5ab21+BN1r…`. The operator of the witness provides it.
   */
  readonly vkey: string;
  /** Its address, as in `https://witness.officer.example`. Plain http only on this machine. */
  readonly url: string;
}

/** What tests of hosts see of a person who does not exist. */

/** Something of the person that is not covered. */
export interface PersonFinding {
  /** As in `orders.note`. */
  readonly column: string;
  /** The value, or the mark that each text of the person begins with. */
  readonly trace: string;
  /** Why, in a sentence for a developer. */
  readonly reason: string;
}

/** How the person is made. */
export interface SyntheticPersonOptions {
  /** Values that must be of a kind the schema does not tell, by `table.column`. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The host's record of the person, which the export reads. Default: `{ id }`. */
  readonly user?: (id: string) => unknown;
}

/** One person, in every table that a data rule or a foreign key leads to. */
export interface SyntheticPerson {
  /** As the engine knows them. */
  readonly id: string;
  /** Begins each text of theirs. */
  readonly mark: string;
  /** Tables that the person has a row in. */
  readonly tables: readonly string[];
  /** Columns whose value others have too, such as true: nothing can be proved of these. */
  readonly unproved: readonly string[];
  /**
   * Exports the person, and looks for each of their values in it. Not missing are columns that are exempted, those of rules
   * that are not exported on purpose, and those named like credentials, which no export holds.
   */
  missingFromExport(): Promise<PersonFinding[]>;
  /**
   * Forgets the person by what is given, and looks for what is left of them: their values in their columns, and their mark in
   * every column of the host. Not counted are columns that are exempted, and what a rule keeps with a ground.
   *
   * @param erase resolves when all is done
   */
  leftAfterErasure(erase: (person: SyntheticPerson) => Promise<unknown>): Promise<PersonFinding[]>;
}

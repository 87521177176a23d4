/** The interface of a synthetic person for hosts' tests. */

/** Data of the person that is not covered. */
export interface PersonFinding {
  /** For example `orders.note`. */
  readonly column: string;
  /** The value, or the mark at the start of each text of the person. */
  readonly trace: string;
  /** Why, in a sentence for a developer. */
  readonly reason: string;
}

/** How the person is created. */
export interface SyntheticPersonOptions {
  /** Values whose format the schema does not express, by `table.column`. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** The host's record of the person, which the export reads. Default: `{ id }`. */
  readonly user?: (id: string) => unknown;
}

/** One person, in every table that a data rule or a foreign key leads to. */
export interface SyntheticPerson {
  /** As the engine identifies them. */
  readonly id: string;
  /** Start of each of their texts. */
  readonly mark: string;
  /** Tables that the person has a row in. */
  readonly tables: readonly string[];
  /** Columns with common values, such as true: they prove nothing. */
  readonly unproved: readonly string[];
  /**
   * Exports the person, and searches for each of their values in the export. Not reported: columns that are exempted, those of
   * rules that are explicitly not exported, and those named like credentials, which no export contains.
   */
  missingFromExport(): Promise<PersonFinding[]>;
  /**
   * Erases the person by the given function, and searches for remaining data: their values in their columns, and their mark in
   * every column of the host. Not reported: columns that are exempted, and what a rule keeps with a ground.
   *
   * @param erase resolves when all is done
   */
  leftAfterErasure(erase: (person: SyntheticPerson) => Promise<unknown>): Promise<PersonFinding[]>;
}

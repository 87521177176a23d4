/** The mails of the engine, and the data of each. Plain data: it is stored as JSON until the mail is sent. */

/**
 * The data of each mail, by its name. Times are ISO 8601 in UTC, paths begin at the engine's mount path; a full URL is
 * left as it is. A module adds its own by declaration merging.
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- merged by the modules
export interface MailData {}

/** Name of a mail. */
export type MailName = keyof MailData;

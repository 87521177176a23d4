/** Paths of what all kinds of request share, below the mount path. */

/** Requests of all kinds. */
export const REQUESTS: string = '/requests';
/** What is done to several requests at once. */
export const BULK: string = `${REQUESTS}/bulk`;
/** The templates for reasons. */
export const TEMPLATES: string = `${REQUESTS}/templates`;

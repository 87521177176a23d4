/** Paths that all kinds of request share, below the mount path. */

/** Requests of all kinds. */
export const REQUESTS: string = '/requests';
/** Overdue requests. */
export const OVERDUE: string = `${REQUESTS}?state=overdue`;
/** Actions on several requests at once. */
export const BULK: string = `${REQUESTS}/bulk`;
/** The templates for reasons. */
export const TEMPLATES: string = `${REQUESTS}/templates`;
/** Leads to the open request that is due after another one. */
export const NEXT: string = `${REQUESTS}/next`;

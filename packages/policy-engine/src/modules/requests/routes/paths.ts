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
/** The messages of a person's own requests. */
export const MESSAGES: string = '/request_messages';

/** The messages on one request: the person's page below {@link MESSAGES}, or the administrators' below {@link REQUESTS}. */
export function messagesPath(place: string, kind: string, id: string): string {
  return place === MESSAGES ? `${MESSAGES}/${kind}/${id}` : `${REQUESTS}/${kind}/${id}/messages`;
}

/** Who works on a request. */
export function assignmentPath(kind: string, id: string): string {
  return `${REQUESTS}/${kind}/${id}/assignment`;
}

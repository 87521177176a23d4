/** Names the service in every answer. */
export const X_RENDERER = 'page-renderer';

/** What a 401 asks for (RFC 9110 §11.6.1). */
export const CHALLENGE = 'Bearer realm="page-renderer"';

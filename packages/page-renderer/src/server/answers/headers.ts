/** Names the service in every response. */
export const X_RENDERER = 'page-renderer';

/** The challenge of a 401 (RFC 9110 §11.6.1). */
export const CHALLENGE = 'Bearer realm="page-renderer"';

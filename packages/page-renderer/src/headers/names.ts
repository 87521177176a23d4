/** Names the service in every response. */
export const X_RENDERER = 'page-renderer';

/**
 * Says in every response to a render whose status it is: that of the target's server (`target`), one that the page set with a
 * meta tag (`page`), or one of the service itself (`renderer`), which says nothing about the page.
 */
export const STATUS_FROM = 'X-Render-Status-From';

/** The challenge of a 401 (RFC 9110 §11.6.1). */
export const CHALLENGE = 'Bearer realm="page-renderer"';

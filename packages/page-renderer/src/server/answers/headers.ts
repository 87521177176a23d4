/** Names the service in every answer. */
export const X_RENDERER = 'page-renderer';

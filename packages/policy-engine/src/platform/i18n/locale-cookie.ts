/** Name of the cookie that keeps the language chosen on a page of the panel, as in the cookie declaration. */
export const LOCALE_COOKIE = 'policy_engine_locale';

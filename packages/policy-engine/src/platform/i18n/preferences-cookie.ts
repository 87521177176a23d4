/** Name of the cookie that keeps what a reader chose for the panel, as in the cookie declaration. */
export const PREFERENCES_COOKIE = 'policy_engine_panel';

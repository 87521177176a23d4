/** Name of the cookie that keeps how an administrator filtered lists, as in the cookie declaration. */
export const LISTS_COOKIE = 'policy_engine_lists';

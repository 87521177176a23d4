/** Name of the cookie that keeps what just happened for the next page, as in the cookie declaration. */
export const NOTICE_COOKIE = 'policy_engine_notice';

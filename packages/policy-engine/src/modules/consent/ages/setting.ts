/** Name of the row of `consent_settings` that says whether the default ages apply to decisions from before there were any. */
export const DEFAULT_AGES_SETTING = 'default_ages';
/** Its value until an administrator confirms it; then `confirmed`. */
export const UNCONFIRMED = 'unconfirmed';

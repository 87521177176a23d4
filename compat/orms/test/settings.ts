/** The settings with which tools ignore the engine's tables, as in `docs/orms.md`. */
export const DRIZZLE_SETTING = '!policy_manager_*';
export const MIKRO_ORM_SETTING: RegExp = /^policy_manager_/;

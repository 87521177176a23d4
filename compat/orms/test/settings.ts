/** The settings by which tools leave the engine's tables alone, as `docs/orms.md` names them. */
export const DRIZZLE_SETTING = '!policy_manager_*';
export const MIKRO_ORM_SETTING: RegExp = /^policy_manager_/;

import { invalidConfiguration } from '../../configuration-checks.ts';

/** How requests for one's own data are handled. */
export interface PortabilityOptions {
  /** Requests are confirmed as they come, and no administrator has to look at them. Default: false. */
  readonly autoConfirm?: boolean;
  /** Days for which a completed export can be fetched; it is deleted afterwards. Default: 30. */
  readonly keepDays?: number;
}

/** Ten years: more is a mistake in the unit. */
const MOST_DAYS = 3650;

/** The options with their defaults filled in. @throws {PolicyEngineError} `configuration_invalid` */
export function checkPortability(options: PortabilityOptions = {}): Required<PortabilityOptions> {
  const { autoConfirm = false, keepDays = 30 } = options;
  if (typeof autoConfirm !== 'boolean') {
    throw invalidConfiguration(`portability.autoConfirm: true or false, not ${String(autoConfirm)}`);
  }
  if (!Number.isSafeInteger(keepDays) || keepDays < 1 || keepDays > MOST_DAYS) {
    throw invalidConfiguration(
      `portability.keepDays: a whole number of days from 1 to ${MOST_DAYS}, not ${String(keepDays)}`,
    );
  }
  return { autoConfirm, keepDays };
}

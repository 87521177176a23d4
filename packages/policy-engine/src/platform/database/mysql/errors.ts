import type { DriverErrors, Outage } from '../dialect.ts';
import { failureOf } from '../connection/driver-error.ts';

const uniqueViolations = new Set<unknown>([1062, 1586]);
/** Record changed since last read (MariaDB), lock wait timeout, deadlock, conflict in a replication group. */
const conflicts = new Set<unknown>([1020, 1205, 1213, 3101]);
/** No such table, unknown column. */
const missingTables = new Set<unknown>([1146, 1054]);

const outages: { readonly [outage in Outage]?: ReadonlySet<unknown> } = {
  missing: new Set([1049]),
  /** Access denied to a database, for a user, without a password; host not allowed; TLS required; account locked. */
  denied: new Set([1044, 1045, 1130, 1698, 3118, 3159, 4151]),
  /** Disk full, out of memory (three forms), table full, no more transactions. */
  full: new Set([1021, 1037, 1038, 1041, 1114, 1637]),
  /** `--read-only`, a read-only transaction, InnoDB in read-only mode. */
  readOnly: new Set([1290, 1792, 1836, 1874]),
  /** Lock table full, query interrupted, statement timeout (MariaDB, MySQL), lock not available at once. */
  busy: new Set([1206, 1317, 1969, 3024, 3572]),
  /**
   * Too many connections (four limits), bad handshake, shutdown, network errors, host blocked, connection killed, gone away,
   * lost, offline mode, idle for too long.
   */
  cut: new Set([
    1040, 1043, 1053, 1129, 1152, 1158, 1159, 1160, 1161, 1184, 1203, 1226, 1927, 2002, 2003, 2006, 2013, 3032, 3169,
    4031,
  ]),
};

/** Time limits of MariaDB and MySQL, lock wait; access denied to a database, table, column, routine; no such table. */
const readFailures = { time: /^(?:1969|3024|1205|1317)$/, permission: /^(?:1044|114[23]|1370)$/, gone: /^1146$/ };

/** ER_ROW_IS_REFERENCED, ER_NO_REFERENCED_ROW, and the same with the name of the key. */
const keyViolations: ReadonlySet<unknown> = new Set([1216, 1217, 1451, 1452]);

export const errors: DriverErrors = {
  isUniqueViolation: ({ errno }) => uniqueViolations.has(errno),
  isKeyViolation: ({ errno }) => keyViolations.has(errno),
  isConflict: ({ errno }) => conflicts.has(errno),
  isMissingTable: ({ errno }) => missingTables.has(errno),
  readFailure: ({ errno }) =>
    typeof errno === 'number' && errno >= 1000 ? failureOf(String(errno), readFailures) : null,
  isOutage: ({ errno }, outage) => outages[outage]?.has(errno) === true,
};

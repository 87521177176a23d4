/** The variables of the environment that take the place of options: `PORT` and `HOST` as Rendertron has them, `REDIS_URL`. */
import { PORT } from '../option-kinds.ts';
import type { KeyOutcome } from './outcome.ts';

type Given = Readonly<Record<string, unknown>>;

/** Options with what the environment says. */
export interface WithEnvironment {
  readonly options: Given;
  /** What became of the variables that are set. */
  readonly outcomes: readonly KeyOutcome[];
  /** What became of the keys whose place they take. */
  readonly overridden: readonly KeyOutcome[];
  /** The variable that an option comes from, by the option with its parents. */
  readonly places: Readonly<Record<string, string>>;
}

/** Puts the variables over the options. */
export function applyEnvironment(given: Given, env: NodeJS.ProcessEnv): WithEnvironment {
  const options: Record<string, unknown> = { ...given };
  const outcomes: KeyOutcome[] = [];
  const overridden: KeyOutcome[] = [];
  const places: Record<string, string> = {};
  const override = (variable: string, option: string, isGiven: boolean, value?: unknown) => {
    outcomes.push({ key: variable, outcome: 'taken-as', option, ...(value !== undefined && { value }) });
    places[option] = variable;
    const reason = `the environment variable ${variable} overrides it`;
    if (isGiven) overridden.push({ key: option, outcome: 'ignored', reason });
  };
  const { HOST: host, PORT: port, REDIS_URL: redisUrl } = env;
  if (host) {
    override('HOST', 'host', 'host' in given, host);
    options['host'] = host;
  }
  if (port && !PORT.test(port)) {
    outcomes.push({ key: 'PORT', outcome: 'refused', reason: `expected a number from 0 to 65535, got "${port}"` });
  } else if (port) {
    override('PORT', 'port', 'port' in given, Number(port));
    options['port'] = Number(port);
  }
  const { cacheConfig } = given;
  if (redisUrl && (cacheConfig === undefined || (typeof cacheConfig === 'object' && cacheConfig !== null))) {
    // It may hold a password.
    override('REDIS_URL', 'cacheConfig.redisUrl', cacheConfig !== undefined && 'redisUrl' in cacheConfig);
    options['cacheConfig'] = { ...cacheConfig, redisUrl };
  }
  return { options, outcomes, overridden, places };
}

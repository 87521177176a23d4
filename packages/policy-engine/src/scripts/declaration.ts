/** Scripts of third parties as the host declares them (spec: Script). */
import { readFileSync } from 'node:fs';
import { PolicyEngineError } from '../errors.ts';

/** What a script's template function is given. */
export interface ScriptContext {
  /** Value for the `nonce` attribute under the host's Content-Security-Policy; empty without one. */
  readonly nonce: string;
  readonly environment: string;
}

/** HTML of a script: text, a file of the host, or a function. It is the host's own and trusted: nothing is escaped. */
export type ScriptTemplate = string | URL | ((context: ScriptContext) => string);

/** A script as the host declares it. */
export interface ScriptOptions {
  /** Label of the script, unique. */
  readonly name: string;
  /** HTML that is rendered where the host calls `renderScripts()`. `{nonce}` in text and files stands for the nonce. */
  readonly script: ScriptTemplate;
  /** It renders in these environments only. */
  readonly environments: readonly string[];
  /** What it is for, plain or by locale. */
  readonly description?: string | ((locale: string) => string);
  /** Names of the cookies it creates. */
  readonly cookies?: readonly string[];
  /** Domain its cookies belong to, with or without a leading dot; needed to delete them. */
  readonly domain?: string;
  /** True keeps its cookies on rejection. Default: false. */
  readonly permanent?: boolean;
  /** Name of the rule whose acceptance it needs. Default: `cookie`. */
  readonly rule?: string;
}

/** A script with its defaults filled in. */
export interface Script {
  readonly name: string;
  readonly render: (context: ScriptContext) => string;
  readonly environments: readonly string[];
  readonly description: (locale: string) => string;
  readonly cookies: readonly string[];
  readonly domain: string | undefined;
  readonly permanent: boolean;
  readonly rule: string;
}

/**
 * Checks the declared scripts.
 *
 * @param ruleNames names of the declared rules
 * @throws {PolicyEngineError} `configuration_invalid`, naming the script and what is wrong with it
 */
export function checkScripts(declared: readonly ScriptOptions[], ruleNames: ReadonlySet<string>): Script[] {
  const names = new Set<string>();
  return declared.map((options) => {
    const script = checked(options, ruleNames);
    if (names.has(script.name)) throw invalid(`scripts: two scripts are named "${script.name}"`);
    names.add(script.name);
    return script;
  });
}

function checked(options: ScriptOptions, ruleNames: ReadonlySet<string>): Script {
  const { name, script, environments, description = '', cookies = [], domain, permanent = false } = options;
  const rule = options.rule ?? 'cookie';
  if (typeof name !== 'string' || name.trim() === '') throw invalid('scripts: a script has no name');
  if (!Array.isArray(environments) || environments.length === 0) {
    throw invalid(`script "${name}": environments must name at least one environment, such as "production"`);
  }
  if (!ruleNames.has(rule)) throw invalid(`script "${name}": there is no rule "${rule}"`);
  if (cookies.length > 0 && !permanent && !domain) {
    throw invalid(`script "${name}": its cookies can't be deleted without their domain`);
  }
  const describe = typeof description === 'function' ? description : () => description;
  const render = renderer(name, script);
  return { name, render, environments, description: describe, cookies, domain, permanent, rule };
}

/** Files are read once, at start, so that a missing one is found before a visitor is. */
function renderer(name: string, template: ScriptTemplate): (context: ScriptContext) => string {
  if (typeof template === 'function') return template;
  if (typeof template !== 'string' && !(template instanceof URL)) {
    throw invalid(`script "${name}": script must be text, the URL of a file, or a function`);
  }
  const text = typeof template === 'string' ? template : readTemplate(name, template);
  return ({ nonce }) => text.replaceAll('{nonce}', nonce);
}

function readTemplate(name: string, file: URL): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new PolicyEngineError('configuration_invalid', `script "${name}": ${file.href} can't be read`, { cause });
  }
}

function invalid(message: string): PolicyEngineError {
  return new PolicyEngineError('configuration_invalid', message);
}

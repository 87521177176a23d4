/** Optional packages, which the host installs. */
import { createRequire } from 'node:module';
import { PolicyEngineError } from '../../errors/errors.ts';

/**
 * Fails at once with a sentence that says what to install; otherwise Node's own error would occur in the background.
 *
 * @param from the module that needs them, its own `import.meta.url`
 * @throws {PolicyEngineError} `configuration_invalid`
 */
export function requirePackages(option: string, packages: readonly string[], from: string): void {
  const missing = packages.filter((name) => resolved(name, from) === null);
  if (missing.length > 0) {
    const names = missing.join(' and ');
    throw new PolicyEngineError(
      'configuration_invalid',
      `${option} needs the npm package${missing.length > 1 ? 's' : ''} ${names}: npm install ${missing.join(' ')}`,
    );
  }
}

/** The path of a package that a module needs; null if it is not installed. */
export function resolved(name: string, from: string): string | null {
  try {
    return createRequire(from).resolve(name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

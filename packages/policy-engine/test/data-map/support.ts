/** Engines and maps for tests of personal data. */
import assert from 'node:assert/strict';
import { createPolicyEngine, nodeSqliteDatabase, PolicyEngineError, type PolicyEngineOptions } from 'policy-engine';
import * as modules from '../../dist/modules.js';
import { readConfiguration } from '../../dist/config.js';
import { DataMap } from '../../dist/modules/data-map/data-map.js';

/** Options of an engine with defaults for everything else. */
export function optionsWith(options: Partial<PolicyEngineOptions>): PolicyEngineOptions {
  return {
    database: nodeSqliteDatabase(':memory:'),
    rules: [{ name: 'cookie' }],
    currentUser: () => null,
    ...options,
  };
}

/** The map that these options declare. */
export function mapOf(options: Partial<PolicyEngineOptions>): DataMap {
  const { dataRules, erasureRules, portabilityRules, dataMap } = readConfiguration(
    optionsWith(options),
    Object.values(modules),
  );
  return new DataMap({ declared: [...dataRules, ...erasureRules], portabilityRules, ...dataMap });
}

/** The errors for refused options: `path: message`, one per line. */
export function refusalOf(options: object): string {
  try {
    createPolicyEngine(optionsWith(options));
  } catch (error) {
    assert.ok(error instanceof PolicyEngineError, String(error));
    assert.equal(error.code, 'configuration_invalid');
    return error.reason;
  }
  return assert.fail('the options were taken');
}

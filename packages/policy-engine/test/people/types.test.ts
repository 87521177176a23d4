/** The helpers that exist and those that do not, in their types; a line that must not compile fails the build if it does. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { CurrentUser, PolicyEngine, PolicyUser } from 'policy-engine';
import type { ConsentHelperName, PascalCase } from '../../dist/platform/users/helper-names.js';
import { configurePolicyEngine, createPolicyEngine, nodeSqliteDatabase } from 'policy-engine';

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
const names: [
  Same<PascalCase<'privacy_terms'>, 'PrivacyTerms'>,
  Same<PascalCase<'a'>, 'A'>,
  Same<PascalCase<'a_2_b__c'>, 'A2BC'>,
  Same<ConsentHelperName<'privacy_terms'>, 'hasConsentedPrivacyTerms'>,
] = [true, true, true, true];

const engine = createPolicyEngine({
  database: nodeSqliteDatabase(':memory:'),
  rules: [{ name: 'cookie', sessionless: true }, { name: 'privacy_terms' }],
  currentUser,
});

const typed = createPolicyEngine({
  database: nodeSqliteDatabase(':memory:'),
  rules: [{ name: 'cookie' }],
  currentUser: async (request) => ({ id: request.url, record: { isAdmin: true } }),
  // The record is what `currentUser` returns.
  isAdminMethod: (user) => user.record.isAdmin,
  // @ts-expect-error the record has no language
  userLanguage: (_request, user) => user?.record.language,
  userResource: {
    find: (id) => ({ isAdmin: id === 'root' }),
    // The record is what `currentUser` returns here, too.
    id: (user) => String(user.isAdmin),
    // @ts-expect-error the record has no address
    email: (user) => user.address,
  },
});

const built = configurePolicyEngine((config) => {
  config.database = nodeSqliteDatabase(':memory:');
  config.currentUser = currentUser;
  return config.addRule({ name: 'cookie', sessionless: true }).addRule({ name: 'age', blocking: true });
});

/** The parameter of a host's own module, whatever the rules are. */
const anyEngines: PolicyEngine[] = [engine, built];
void typed;

class Model {
  static readonly table = 'users';
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

class User extends engine.withPolicies(Model) {
  shout(): string {
    return this.id.toUpperCase();
  }
}

/** A host whose `currentUser` creates users declares its return type; otherwise the class would depend on itself. */
function currentUser(request: Request): CurrentUser | null {
  const id = request.headers.get('x-user');
  return id === null ? null : { id, record: new User(id) };
}

function mustCompile(user: User, policies: PolicyUser<'cookie'>, other: PolicyEngine): void {
  const answers: Promise<boolean>[] = [user.hasConsentedCookie(), user.hasConsentedPrivacyTerms()];
  const pending: Promise<Array<'cookie' | 'privacy_terms'>> = user.pendingPolicies();
  const table: string = User.table;
  const helper: Promise<boolean> = other.policiesOf(user).hasConsentedAnything!();
  const more: Promise<boolean>[] = [
    built.policiesOf(user).hasConsentedAge(),
    built.policiesOf(user).hasConsentedCookie(),
  ];
  void [answers, pending, table, helper, more, policies.hasConsentedCookie(), user.acceptPolicyFrom('privacy_terms')];
}

function mustNot(user: User, policies: PolicyUser<'cookie'>): void {
  // @ts-expect-error there is no rule `age`
  void user.hasConsentedAge();
  // @ts-expect-error the name of the helper is PascalCase
  void user.hasConsentedPrivacy_terms();
  // @ts-expect-error there is no rule `age`
  void user.acceptPolicyFrom('age');
  // @ts-expect-error there is no rule `age`
  void user.needsPolicyConfirmationFor('age');
  // @ts-expect-error the built engine has no rule `privacy_terms`
  void built.policiesOf(user).hasConsentedPrivacyTerms();
  // @ts-expect-error this user only has the rule `cookie`
  void policies.hasConsentedPrivacyTerms();
  // @ts-expect-error the model's own parameters stay unchanged
  void new User(7);
}

test('exactly the helpers that the types declare exist', () => {
  assert.deepEqual([names.length, typeof mustCompile, typeof mustNot], [4, 'function', 'function']);
  assert.equal(anyEngines.length, 2);
  const user = new User('anna');
  assert.ok(user instanceof Model);
  assert.equal(user.shout(), 'ANNA');
  assert.equal(Object.getPrototypeOf(User).name, 'Model');
  const helpers = Object.getOwnPropertyNames(Object.getPrototypeOf(User).prototype).filter((name) =>
    name.startsWith('hasConsented'),
  );
  assert.deepEqual(helpers, ['hasConsentedCookie', 'hasConsentedPrivacyTerms']);
  assert.deepEqual(Object.keys(user), ['id']);
});

test('the declarations import no JsonWebKey of node:crypto, which not every @types/node exports', () => {
  const dist = path.join(import.meta.dirname, '../../dist');
  const files = globSync('**/*.d.ts', { cwd: dist });
  assert.ok(files.includes(path.join('modules', 'proof', 'seal', 'keys.d.ts')));
  const imported = files.filter((file) =>
    /import[^;]*\bJsonWebKey\b/.test(readFileSync(path.join(dist, file), 'utf8')),
  );
  assert.deepEqual(imported, []);
});

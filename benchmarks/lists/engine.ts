/** An engine of a host with many users. */
import { createPolicyEngine, type Database, type PolicyEngine, type PolicyEngineOptions } from 'policy-engine';
import { RULES } from './fill.ts';

/** `X-User` signs in as that user; `admin` is the administrator. The host's users are in the table `shop_users`. */
export function engineOn(database: Database, options: Partial<PolicyEngineOptions> = {}): PolicyEngine {
  const parameter = database.dialect === 'postgres' ? '$1' : '?';
  const users = async (column: string, value: string) => {
    const sql = `select id, email from shop_users where ${column} = ${parameter}`;
    return (await database.execute<{ id: string; email: string }>(sql, [value])).rows;
  };
  return createPolicyEngine({
    database,
    rules: RULES.map((name) => ({ name, sessionless: name === 'cookie' || name === 'media' })),
    currentUser: (request) => {
      const id = request.headers.get('x-user');
      return id === null ? null : { id, record: { id } };
    },
    isAdminMethod: ({ id }) => id === 'admin',
    userResource: {
      find: async (id) => (await users('id', id))[0] ?? null,
      findMany: async (ids) => {
        const places = ids.map((_, index) => (database.dialect === 'postgres' ? `$${index + 1}` : '?')).join(', ');
        const sql = `select id, email from shop_users where id in (${places})`;
        return (await database.execute<{ id: string; email: string }>(sql, [...ids])).rows;
      },
      // With an index, as on a host of this size.
      search: (text) => users('email', text),
    },
    dataRules: [{ name: 'account', table: { table: 'shop_users', key: 'id', person: 'id' }, erasure: 'delete' }],
    ...options,
  });
}

/** ID and hash of the text of each rule, in their order; what is not published yet is published. */
export async function textsOf(engine: PolicyEngine): Promise<{ id: string; hash: string }[]> {
  const texts = [];
  for (const rule of RULES) {
    const [known] = await engine.terms.list(rule);
    const term = known ?? (await engine.terms.create(rule, { markdown: `# ${rule}\n\nPlease decide.` }));
    const { id, hash } = await engine.terms.publish(term.id);
    if (hash === null) throw new Error(`${rule} is not published`);
    texts.push({ id, hash });
  }
  return texts;
}

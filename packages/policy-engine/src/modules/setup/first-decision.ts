/** Ends what `init` does: the tables, the texts, one decision of a visitor, and its receipt, which is verified. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { withEngine } from '../../cli/command.ts';
import { PolicyEngineError } from '../../errors/errors.ts';
import type { Database } from '../../platform/database/port.ts';
import { draftedRules } from '../data-map/index.ts';
import { type Ledger, verifyReceipt } from '../proof/index.ts';
import { type EngineTerms, readTextFolder } from '../terms/index.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Dialect } from '../../platform/database/port.ts';

/** The receipt of the first decision, in the folder of the project. */
export const RECEIPT = 'first-receipt.json';
const TEXTS = 'texts';
/** Nobody connects to it: the engine is called in this process. */
const ORIGIN = 'http://localhost';

/** What a host's module must export as `engine`. */
interface ProvableEngine {
  migrate(): Promise<string[]>;
  fetch(request: Request, env?: { readonly ip: string }): Promise<Response>;
  stop(): Promise<void>;
  readonly basePath: string;
  readonly ledger: Pick<Ledger, 'seal' | 'vkeys'>;
  readonly terms: EngineTerms;
  readonly database: Database;
}

/** What the caller needs to show. */
export interface Proven {
  readonly lines: readonly string[];
  readonly isValid: boolean;
  /** A draft of data rules; undefined if the database has no table of people. */
  readonly dataRules: readonly string[] | undefined;
}

/** @param module the file that exports the engine */
export async function proveFirstDecision(module: string, naming: (dialect: Dialect) => Naming): Promise<Proven> {
  return withEngine<ProvableEngine, Proven>(module, 'migrate', async (engine) => {
    const migrated = await engine.migrate();
    const lines = [
      migrated.length === 0 ? 'The tables are up to date.' : `Tables created: ${migrated.length} migrations.`,
    ];
    lines.push(...(await published(engine)));
    const { lines: dataRules } = await draftedRules(engine.database, naming(engine.database.dialect), undefined);
    const isKnown = existsSync(RECEIPT);
    const receipt = isKnown ? readFileSync(RECEIPT, 'utf8') : await decided(engine);
    if (receipt === undefined) {
      lines.push('No rule asks visitors, so that nothing was decided: the first decision needs an account.');
      return { lines, isValid: true, dataRules };
    }
    if (!isKnown) writeFileSync(RECEIPT, receipt);
    const { valid, problems, checkpoint } = verifyReceipt(receipt, (await engine.ledger.vkeys()).join('\n'));
    if (valid)
      lines.push(`The receipt is valid, under checkpoint ${checkpoint?.size} of ${checkpoint?.origin}: ${RECEIPT}`);
    else
      lines.push(...problems, `${RECEIPT} does not belong to this database; remove it to make a new first decision.`);
    return { lines, isValid: valid, dataRules };
  });
}

/** Publishes the texts of the folder, if there is one. */
async function published({ terms }: ProvableEngine): Promise<string[]> {
  if (!existsSync(TEXTS)) return [];
  const { texts, problems } = await readTextFolder(TEXTS);
  const known = new Set<string>();
  for (const { rule } of texts) if (await isRule(terms, rule)) known.add(rule);
  const others = texts.filter(({ rule }) => !known.has(rule));
  const changes = problems.length > 0 ? [] : await terms.deploy(texts.filter(({ rule }) => known.has(rule)));
  return [
    ...problems,
    ...others.map(({ rule }) => `${TEXTS}/${rule}.md is not published: there is no rule "${rule}"`),
    ...changes.map(({ rule, outcome, version }) => `${rule}: version ${version}, ${outcome}`),
  ];
}

async function isRule(terms: EngineTerms, rule: string): Promise<boolean> {
  try {
    await terms.list(rule);
    return true;
  } catch (error) {
    if (error instanceof PolicyEngineError && error.code === 'not_found') return false;
    throw error;
  }
}

/** Accepts the first rule that visitors decide on, seals the ledger, and takes the receipt. @returns JSON */
async function decided(engine: ProvableEngine): Promise<string | undefined> {
  const { rules } = JSON.parse(await answer(engine, 'GET', '/consent.json', '')) as {
    rules: ReadonlyArray<{ name: string }>;
  };
  const [rule] = rules;
  if (rule === undefined) return undefined;
  const place = `/user_terms/${encodeURIComponent(rule.name)}`;
  const jar: string[] = [];
  await answer(engine, 'PUT', `${place}/accept.json`, '', jar);
  await engine.ledger.seal();
  return answer(engine, 'GET', `${place}/receipt.json`, jar.join('; '));
}

/** @param jar gets the cookies of the response */
async function answer(
  engine: ProvableEngine,
  method: string,
  path: string,
  cookie: string,
  jar: string[] = [],
): Promise<string> {
  const headers = { origin: ORIGIN, cookie, 'user-agent': 'policy-engine init' };
  const response = await engine.fetch(new Request(`${ORIGIN}${engine.basePath}${path}`, { method, headers }), {
    ip: '127.0.0.1',
  });
  const text = await response.text();
  jar.push(...response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? ''));
  if (response.ok) return text;
  throw new PolicyEngineError(
    'configuration_invalid',
    `${method} ${path} was answered with ${response.status}: ${text}`,
  );
}

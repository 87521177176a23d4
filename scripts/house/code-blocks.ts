/** The code blocks of guides, and how their programs become files that a compiler reads. */
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './sources.ts';

/** A code block of a document. */
export interface CodeBlock {
  /** Such as `packages/policy-engine/docs/erasure.md`. */
  readonly document: string;
  /** The line of its first line of code. */
  readonly line: number;
  /** The words after the fence: `ts`, `sh`; "" if there are none. */
  readonly language: string;
  readonly code: string;
}

/** All code blocks of the READMEs, guides and skills, in their order. */
export function codeBlocks(): CodeBlock[] {
  const documents = [
    'README.md',
    'packages/*/README.md',
    'packages/*/{docs,skills}/**/*.md',
    'docs/*.md',
    'site/pages/*.md',
  ];
  return globSync(documents, { cwd: ROOT }).flatMap((file) => {
    const document = file.replaceAll(path.sep, '/');
    const text = readFileSync(path.join(ROOT, file), 'utf8');
    const blocks = text.matchAll(/^( *)(```+)(.*)\n([^]*?)^\1\2$/gm);
    return Array.from(blocks, ({ index, 1: indent = '', 3: language = '', 4: code = '' }) => ({
      document,
      line: text.slice(0, index).split('\n').length + 1,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), '').trimEnd(),
    }));
  });
}

/** Names that examples take from the application around them, with their types. */
export const NAMES = `
import type { Database as EngineDatabase, PolicyEngine, PolicyEngineOptions, PortabilityRuleOptions } from 'policy-engine';
declare global {
  interface Person {
    id: string;
    isAdmin: boolean;
    passwordHash: string;
  }
  interface Order {
    id: number;
  }
  type Fragment = Partial<PolicyEngineOptions<string, PortabilityRuleOptions, Person>>;
  const engine: PolicyEngine;
  const options: PolicyEngineOptions;
  const { rules, scripts, currentUser, isAdminMethod }: Required<PolicyEngineOptions>;
  const database: EngineDatabase;
  const transaction: Parameters<Parameters<EngineDatabase['transaction']>[0]>[0];
  const policies: ReturnType<PolicyEngine['policiesOf']>;
  const createPolicyEngine: typeof import('policy-engine').createPolicyEngine;
  const policyEngine: typeof import('policy-engine/express').policyEngine;
  const webRequest: typeof import('policy-engine/express').webRequest;
  const express: typeof import('express');
  const app: import('express').Express;
  const request: import('express').Request;
  const response: import('express').Response;
  const body: { user: Record<string, string> };
  const formAgain: (errors: readonly unknown[]) => void;
  const session: (options: unknown) => import('express').RequestHandler;
  const createServer: typeof import('node:http').createServer;
  const yourPages: import('node:http').RequestListener;
  const createPool: typeof import('mysql2').createPool;
  const [uri, id, email, name, insert, update, markdown]: string[];
  const values: string[];
  const fields: Record<string, string>;
  const user: Person;
  const users: Person[] & Map<string, Person> & {
    byId(id: string): Person;
    where(column: string, operator: string, value: unknown): Person[] & { limit(count: number): Person[] };
  };
  const verify: (hash: string, password: string | undefined) => Promise<boolean>;
  const ordersOf: (user: unknown, limit: number, after: unknown) => Order[];
  const fetchLabel: (id: number, signal: AbortSignal) => Promise<Blob>;
}
`;

/** What \`app\` is in the examples of a framework. */
const APPS: Readonly<Record<string, string>> = {
  fastify: "import('fastify').FastifyInstance",
  hono: "import('hono').Hono",
  koa: "import('koa')",
};

/**
 * The files of a block for the compiler. A block of several examples, each under a comment with its name, becomes one file for each; a
 * part of the configuration becomes an object of its type; and code with a `return` the body of a function.
 */
export function filesOf({ code }: CodeBlock): string[] {
  const isSeveral = (code.match(/^import \{ policyEngine \}/gm)?.length ?? 0) > 1;
  return (isSeveral ? code.split(/\n\n(?=\/\/ )/) : [code]).map((example) => {
    if (/^(?:\/\/.*\n)*\w+: /.test(example)) return `export const fragment = {\n${example}\n} satisfies Fragment;\n`;
    if (/^(?:if .*)?return\b|^if .* return /m.test(example))
      return `export async function example() {\n${example}\n}\n`;
    const host = /'policy-engine\/(fastify|hono|koa)'/.exec(example)?.[1];
    const needsApp = host !== undefined && !/\b(?:const|let) app\b/.test(example);
    return `${example}\n${needsApp ? `declare const app: ${APPS[host]};\n` : ''}export {};\n`;
  });
}

/** The check at sign-up: its place is a decision of the host, so that the lines are shown, with the place that was found. */
import { codeOf, type Plan, type Project } from '#project-setup';
import type { Findings } from '../project/findings.ts';

const ABOUT = 'asks at sign-up';
const LINES = [
  "const errors = await engine.validatePolicies('create', form, { locales });",
  'if (errors.length > 0) // show the form again, with these errors',
  'const recorded = await engine.database.transaction(async (transaction) => {',
  '  // write the user within this transaction, with SQL or with your ORM',
  '  return engine.recordPolicies(transaction, id, form, { request });',
  '});',
  "for (const cookie of await recorded.afterCommit()) // append a header 'Set-Cookie'",
];

/** Plans the check, if the project has accounts. */
export function planSignUp(project: Project, { auth, orm }: Findings, plan: Plan): void {
  const known = project.sources.find(({ text }) => /\bvalidatePolicies\s*\(|\bpoliciesOn\s*\(/.test(text));
  if (known !== undefined) return plan.present(known.name, ABOUT);
  if (auth === undefined && orm === undefined) return;
  const pages = [auth?.page, orm?.page].filter((page) => page !== undefined);
  const lines = [...LINES, ...pages.map((page) => `// node_modules/policy-engine/${page}`)];
  plan.byHand(signUpPlace(project), 'only you know where a user is written', { about: ABOUT, lines });
}

/** A route by code: `app.post('/sign-up', …)`, `@Post('register')`. */
const ROUTE = /(?:\.post|@Post)\(\s*['"`][^'"`]*(?:sign-?up|register|join)[^'"`]*['"`]/gi;
/** A route by its file, and what such files export to answer a form. */
const ROUTE_FILE = /(?:^|[/.])(?:sign-?up|register|join)(?:[/.])/i;
const ANSWERS =
  /\b(?:export\s+(?:const|async\s+function|function)\s+(?:action|actions|POST)\b|['"]use server['"]|defineEventHandler\s*\()/;

/** The route of the sign-up, as `file:line`; for one by its file, the file. */
function signUpPlace(project: Project): string | null {
  const scripts = project.sources.filter(({ name }) => /\.[cm]?[jt]sx?$/.test(name));
  for (const { name, text } of scripts) {
    const code = codeOf(text);
    for (const found of text.matchAll(ROUTE)) {
      const isCode = /^(?:\.post|@Post)/.test(code.slice(found.index, found.index + 5));
      if (isCode) return `${name}:${text.slice(0, found.index).split('\n').length}`;
    }
  }
  return scripts.find(({ name, text }) => ROUTE_FILE.test(name) && ANSWERS.test(text))?.name ?? null;
}

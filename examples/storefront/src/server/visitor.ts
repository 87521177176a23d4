import type { Request, Response } from 'express';
import type { PolicyEngine } from 'policy-engine';
import { visitOf } from 'policy-engine/express';
import type { Logger } from 'pino';
import type { Sessions } from './accounts/sessions.ts';
import type { User } from './accounts/users.ts';
import { requestIdOf } from './log.ts';
import { nonceOf } from './security.ts';

/** Who looks at a page, and what they agreed to. */
export interface Visitor {
  /** Where they are, with the query. */
  readonly path: string;
  readonly user: User | null;
  readonly nonce: string;
  /** HTML of the scripts they agreed to. */
  readonly scripts: string;
  /** They have not said yet whether they want cookies, and there is a text that explains them. */
  readonly mayAskForCookies: boolean;
}

/** What is asked to know a visitor. */
export interface VisitorSources {
  readonly engine: PolicyEngine;
  readonly sessions: Sessions;
  readonly logger: Logger;
}

/** Finds out who looks at a page. A database that does not answer takes the scripts and the question, not the shop. */
export async function visitorOf(sources: VisitorSources, request: Request, response: Response): Promise<Visitor> {
  const path = request.originalUrl;
  const nonce = nonceOf(response);
  try {
    const visit = visitOf(sources.engine, request);
    const [user, scripts, undecided] = await Promise.all([
      sources.sessions.userOf(request),
      visit.renderScripts({ nonce }),
      visit.undecidedPolicies(),
    ]);
    return { path, user, nonce, scripts, mayAskForCookies: undecided.includes('cookie') };
  } catch (error) {
    sources.logger.error({ err: error, requestId: requestIdOf(response) }, 'could not find out who is visiting');
    return { path, user: null, nonce, scripts: '', mayAskForCookies: false };
  }
}

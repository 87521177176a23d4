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

/** A visit knows what was accepted; only the rule itself tells apart who refused and who never answered. */
async function isUndecided({ engine }: VisitorSources, request: Request): Promise<boolean> {
  const url = `${request.protocol}://${request.get('host') ?? 'localhost'}${engine.basePath}/user_terms/cookie.json`;
  const headers = { cookie: request.headers.cookie ?? '' };
  const response = await engine.fetch(new Request(url, { headers }), { incoming: request });
  return response.ok && ((await response.json()) as { state: string }).state === 'passive';
}

/** Finds out who looks at a page. A database that does not answer takes the scripts and the question, not the shop. */
export async function visitorOf(sources: VisitorSources, request: Request, response: Response): Promise<Visitor> {
  const nonce = nonceOf(response);
  try {
    const visit = visitOf(sources.engine, request);
    const [user, scripts, hasConsented] = await Promise.all([
      sources.sessions.userOf(request),
      visit.renderScripts({ nonce }),
      visit.hasConsented('cookie'),
    ]);
    return { user, nonce, scripts, mayAskForCookies: !hasConsented && (await isUndecided(sources, request)) };
  } catch (error) {
    sources.logger.error({ err: error, requestId: requestIdOf(response) }, 'could not find out who is visiting');
    return { user: null, nonce, scripts: '', mayAskForCookies: false };
  }
}

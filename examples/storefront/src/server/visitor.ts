import type { Request, Response } from 'express';
import type { PolicyEngine } from 'policy-engine';
import { consentContextOf } from 'policy-engine/express';
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
  /** HTML of the consent banner, with the scripts that wait for an answer. */
  readonly banner: string;
}

/** What is asked to know a visitor. */
export interface VisitorSources {
  readonly engine: PolicyEngine;
  readonly sessions: Sessions;
  readonly logger: Logger;
}

/** Finds out who looks at a page. A database that does not answer takes the scripts and the question, not the shop. */
export async function visitorOf(sources: VisitorSources, request: Request, response: Response): Promise<Visitor> {
  const nonce = nonceOf(response);
  try {
    const consent = consentContextOf(sources.engine, request);
    const [user, scripts, banner] = await Promise.all([
      sources.sessions.userOf(request),
      consent.renderScripts({ nonce }),
      consent.renderBanner({ nonce, settingsLink: false, stylesheet: false }),
    ]);
    return { user, nonce, scripts, banner };
  } catch (error) {
    sources.logger.error({ err: error, requestId: requestIdOf(response) }, 'could not find out who is visiting');
    return { user: null, nonce, scripts: '', banner: '' };
  }
}

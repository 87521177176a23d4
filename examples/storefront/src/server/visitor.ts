import type { Request, Response } from 'express';
import type { PolicyEngine } from 'policy-engine';
import { consentContextOf } from 'policy-engine/express';
import type { Logger } from 'pino';
import type { Sessions } from './accounts/sessions.ts';
import type { User } from './accounts/users.ts';
import { requestIdOf } from './log.ts';
import { POLICIES } from './policies/engine.ts';
import { nonceOf } from './security.ts';

/** Who looks at a page, and what they agreed to. */
export interface Visitor {
  readonly user: User | null;
  readonly nonce: string;
  /** HTML of the scripts they agreed to. */
  readonly scripts: string;
  /** HTML of the consent banner, with the scripts that wait for an answer. */
  readonly banner: string;
  /** Where they decide on policies that keep them from ordering; it leads back. Null where nothing does. */
  readonly decideAt: string | null;
  /** Whether the shop began with sample history. */
  readonly isSample: boolean;
}

/** What is asked to know a visitor. */
export interface VisitorSources {
  readonly engine: PolicyEngine;
  readonly sessions: Sessions;
  readonly logger: Logger;
  /** Whether the database began with a year of sample history. */
  readonly isSample: boolean;
}

/** Finds out who looks at a page. A database that does not answer takes the scripts and the question, not the shop. */
export async function visitorOf(sources: VisitorSources, request: Request, response: Response): Promise<Visitor> {
  const nonce = nonceOf(response);
  const { isSample } = sources;
  try {
    const consent = consentContextOf(sources.engine, request);
    const [user, pending, scripts, banner] = await Promise.all([
      sources.sessions.userOf(request),
      consent.pendingBlockingPolicies(),
      consent.renderScripts({ nonce }),
      consent.renderBanner({ nonce, settingsLink: false, stylesheet: false }),
    ]);
    // Visitors without an account are never asked for these.
    const decideAt = user === null || pending.length === 0 ? null : decisionPage(request);
    return { user, nonce, scripts, banner, decideAt, isSample };
  } catch (error) {
    sources.logger.error({ err: error, requestId: requestIdOf(response) }, 'could not find out who is visiting');
    return { user: null, nonce, scripts: '', banner: '', decideAt: null, isSample };
  }
}

/** The page of the engine that asks for what is pending, and leads back to this one. */
function decisionPage({ method, originalUrl }: Request): string {
  const target = method === 'GET' ? `?return_to=${encodeURIComponent(originalUrl)}` : '';
  return `${POLICIES}/user_terms/pending${target}`;
}

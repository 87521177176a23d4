import type { Request, Response } from 'express';
import type { PolicyEngine } from 'policy-engine';
import { consentContextOf } from 'policy-engine/express';
import type { Logger } from 'pino';
import type { Sessions } from './accounts/sessions.ts';
import type { User } from './accounts/users.ts';
import { requestIdOf } from './log.ts';
import { POLICIES } from './policies/engine.ts';
import { nonceOf } from './security.ts';

/** The visitor of a page, and what they accepted. */
export interface Visitor {
  readonly user: User | null;
  readonly nonce: string;
  /** HTML of the scripts that they accepted. */
  readonly scripts: string;
  /** HTML of the consent banner, with the scripts that wait for a decision. */
  readonly banner: string;
  /** Address for deciding on policies that block orders, which leads back; null if nothing is blocked. */
  readonly decideAt: string | null;
  /** Whether the shop started with sample history. */
  readonly isSample: boolean;
}

/** The dependencies for identifying a visitor. */
export interface VisitorSources {
  readonly engine: PolicyEngine;
  readonly sessions: Sessions;
  readonly logger: Logger;
  /** Whether the database started with a year of sample history. */
  readonly isSample: boolean;
}

/** Identifies the visitor of a page. If the database does not respond, the page works without scripts and banner. */
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

/** The page of the engine for pending decisions, which leads back to this page. */
function decisionPage({ method, originalUrl }: Request): string {
  const target = method === 'GET' ? `?return_to=${encodeURIComponent(originalUrl)}` : '';
  return `${POLICIES}/user_terms/pending${target}`;
}

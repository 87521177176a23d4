import type { Request, Response } from 'express';
import { consentContextOf } from 'policy-engine/express';
import type { User } from './accounts/users.ts';
import { POLICIES } from './policies/engine.ts';
import { nonceOf, requestIdOf } from './responses.ts';
import type { Shop } from './shop.ts';

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
  /** Whether the page says that the data is invented. */
  readonly isSample: boolean;
}

/** A visitor of whom nothing is known: their page has neither scripts nor a banner. */
export function unknownVisitor({ isSample = false }: Shop, response: Response): Visitor {
  return { user: null, nonce: nonceOf(response), scripts: '', banner: '', decideAt: null, isSample };
}

/** Identifies the visitor of a page. If the database does not respond, the page works without scripts and banner. */
export async function visitorOf(shop: Shop, request: Request, response: Response): Promise<Visitor> {
  const unknown = unknownVisitor(shop, response);
  const { nonce } = unknown;
  try {
    const consent = consentContextOf(shop.engine, request);
    const [user, pending, scripts, banner] = await Promise.all([
      shop.sessions.userOf(request),
      consent.pendingBlockingPolicies(),
      consent.renderScripts({ nonce }),
      consent.renderBanner({ nonce, settingsLink: false, stylesheet: false }),
    ]);
    // Visitors without an account are never asked for these.
    const decideAt = user === null || pending.length === 0 ? null : decisionPage(request);
    return { ...unknown, user, scripts, banner, decideAt };
  } catch (error) {
    shop.logger.error({ err: error, requestId: requestIdOf(response) }, 'could not find out who is visiting');
    return unknown;
  }
}

/** The page of the engine for pending decisions, which leads back to this page. */
function decisionPage({ method, originalUrl }: Request): string {
  const target = method === 'GET' ? `?return_to=${encodeURIComponent(originalUrl)}` : '';
  return `${POLICIES}/user_terms/pending${target}`;
}

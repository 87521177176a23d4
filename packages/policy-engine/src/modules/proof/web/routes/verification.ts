/** Verification of the whole ledger in the panel, for administrators who have no command line. */
import { z } from '@hono/zod-openapi';
import type { Routes } from '../../../../platform/web/index.ts';
import { VERIFICATION_PATH } from '../paths.ts';
import type { LedgerService } from '../../service.ts';
import { type VerifiedHere, verificationPage } from '../views/verification-page.tsx';

/** Verifying this many takes seconds; the command has no limit, because nobody waits for its page. */
const MOST_ENTRIES = 100_000;

const VerificationJson = z
  .object({
    verified: z.boolean().openapi({ description: 'False if the ledger is too large to be verified in a request' }),
    ok: z.boolean().nullable().openapi({ description: 'Whether nothing was found; null if nothing was verified' }),
    found: z.number().int(),
    findings: z
      .array(z.object({ code: z.string(), message: z.string() }))
      .readonly()
      .openapi({ description: 'The first hundred' }),
    events: z.number().int().openapi({ description: 'Sealed events' }),
    pending: z.number().int(),
    erased: z.number().int(),
    signatures_checked: z.enum(['given', 'stored', 'none']).openapi({
      description: '`given`: with keys from the configuration; `stored`: with the key in the database; `none`: no key',
    }),
  })
  .openapi('LedgerVerification');

/** The page, and its action. */
export function verificationRoutes({ ledger, now }: { ledger: LedgerService; now: () => Date }): Routes {
  // Administrators who verify at the same time share one verification.
  let running: Promise<VerifiedHere> | undefined;
  const verify = async (): Promise<VerifiedHere> => {
    const checkpoint = await ledger.checkpoint();
    if ((checkpoint?.size ?? 0) > MOST_ENTRIES) return null;
    return { verification: await ledger.verify(), at: now() };
  };
  const shared = () => {
    running ??= verify().finally(() => {
      running = undefined;
    });
    return running;
  };
  return (app) => {
    app.route({
      method: 'get',
      path: VERIFICATION_PATH,
      id: 'ledgerVerification',
      summary: 'The page that verifies the ledger',
      tags: ['Ledger'],
      access: 'admin',
      answer: { description: 'The page, before a verification', html: 'page' },
      handle: () => ({ html: (view) => verificationPage(view) }),
    });
    app.route({
      method: 'post',
      path: VERIFICATION_PATH,
      id: 'verifyLedger',
      summary: 'Verify the ledger',
      description: `Reads the whole ledger and changes nothing. Ledgers of more than ${MOST_ENTRIES} events are verified by the command \`policy-engine ledger verify\` only.`,
      tags: ['Ledger'],
      access: 'admin',
      answer: { description: 'What was found', json: VerificationJson, html: 'page' },
      handle: async () => {
        const verified = await shared();
        return {
          json: jsonOf(verified),
          html: (view) => verificationPage(view, { verified, most: MOST_ENTRIES }),
        };
      },
    });
  };
}

function jsonOf(verified: VerifiedHere): z.output<typeof VerificationJson> {
  if (verified === null) {
    const nothing = { found: 0, findings: [], events: 0, pending: 0, erased: 0, signatures_checked: 'none' } as const;
    return { verified: false, ok: null, ...nothing };
  }
  const { ok, found, findings, events, pending, erased, signaturesChecked } = verified.verification;
  return { verified: true, ok, found, findings, events, pending, erased, signatures_checked: signaturesChecked };
}

/** The public page that checks receipts in the browser. */
import { hash } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Routes } from '../../../../platform/web/index.ts';
import { VERIFIER_FILE, verifierDocument, verifierPolicy } from '../views/verifier-document.tsx';

const HTML = { 'text/html': { schema: z.string() } };

/**
 * One file. It is the same for all readers of a language, and contains no personal data.
 *
 * @param siteName the name in its header; undefined for the engine's own word
 */
export function verifierRoutes(siteName: string | undefined): Routes {
  return (app) => {
    app.navigation({
      area: 'user',
      position: 50,
      path: '/ledger/verifier',
      label: 'ledger.verifier.title',
      isPublic: true,
      isOnlyListed: true,
    });
    app.route({
      method: 'get',
      path: '/ledger/verifier',
      id: 'receiptVerifier',
      summary: 'The page that checks a receipt in the browser',
      description: 'One HTML file, which can be saved: it checks receipts offline and sends nothing.',
      tags: ['Ledger'],
      access: 'public',
      answer: { description: 'The page' },
      otherResponses: { 200: { description: 'The page', content: HTML }, 304: { description: 'Not changed' } },
      handle: async ({ request, language }) => {
        const chosen = await language();
        const page = verifierDocument(chosen, siteName);
        const etag = `"${hash('sha256', page, 'base64url').slice(0, 22)}"`;
        const headers = {
          'cache-control': 'private, no-cache',
          'content-security-policy': verifierPolicy,
          etag,
          vary: 'Accept-Language',
        };
        const known = (request.headers.get('if-none-match') ?? '')
          .split(',')
          .map((tag) => tag.trim().replace(/^W\//, ''));
        if (known.includes(etag)) return new Response(null, { status: 304, headers });
        return new Response(page, {
          headers: {
            ...headers,
            'content-type': 'text/html; charset=utf-8',
            'content-language': chosen.locale,
            'content-disposition': `inline; filename="${VERIFIER_FILE}"`,
          },
        });
      },
    });
  };
}

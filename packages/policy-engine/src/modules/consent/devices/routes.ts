import { z } from '@hono/zod-openapi';
import { localPath, type Routes } from '../../../platform/web/index.ts';
import type { Devices } from './devices.ts';

/** `POST /consent/told`: somebody has read what their account has decided. */
export function deviceRoutes(devices: Devices): Routes {
  return (app) => {
    app.route({
      method: 'post',
      path: '/consent/told',
      id: 'noteToldOnDevice',
      summary: 'Remember that the person was told in this browser what their account has decided',
      tags: ['Consent'],
      body: z
        .object({ return_to: z.string().max(2000).optional().openapi({ description: 'A path of this site' }) })
        .optional(),
      answer: { status: 204, description: 'They are not told again in this browser', html: 'redirect' },
      handle: async (call) => {
        await devices.remember(call);
        return { redirect: { to: localPath(call.body?.return_to, call.href('/privacy')) } };
      },
    });
  };
}

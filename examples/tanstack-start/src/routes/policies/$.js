import { createFileRoute } from '@tanstack/react-router';
import { getRequestIP } from '@tanstack/react-start/server';
import { engine } from '../../engine';

export const Route = createFileRoute('/policies/$')({
  server: {
    handlers: {
      ANY: ({ request }) => engine.fetch(request, { ip: getRequestIP() }),
    },
  },
});

/** `npm run gallery`: shows the gallery until Ctrl-C. `GALLERY_PORT` chooses the port; default: 8081. */
import { createGallery } from './gallery.ts';

const port = Number(process.env['GALLERY_PORT'] ?? 8081);
const server = createGallery();
server.once('error', (error) => {
  process.stderr.write(`gallery: ${error.message}\n`);
  process.exit(1);
});
server.listen(port, '127.0.0.1', () => {
  process.stdout.write(`  The gallery of mails and components: http://127.0.0.1:${port}\n  Ctrl-C stops it.\n`);
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    server.closeAllConnections();
    server.close();
  });
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The parcel service of the sample: it gets erasure events, and accepts each unless it is down. */
export interface SampleParcels extends AsyncDisposable {
  readonly origin: string;
  isDown: boolean;
}

/** Starts it on a free port. */
export async function startParcels(): Promise<SampleParcels> {
  const server = createServer((request, response) => {
    request.resume();
    // Signatures have the time of the sample, which verification would reject as too old.
    response.writeHead(parcels.isDown ? 503 : 204, { connection: 'close' }).end();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', () => resolve());
  });
  const parcels: SampleParcels = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    isDown: false,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
  return parcels;
}

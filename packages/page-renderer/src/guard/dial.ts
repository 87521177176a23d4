import type { Socket } from 'node:net';
import { connect } from 'node:net';
import { callbackify } from 'node:util';

/** Longest time to reach an address, in milliseconds. */
const CONNECT_TIMEOUT = 10_000;

/**
 * Opens a socket to the first of several addresses that responds ("happy eyeballs", RFC 8305). It can be written to before
 * it is connected.
 *
 * @param judged the only addresses that it may connect to; its error becomes that of the socket
 */
export function openSocket(judged: () => Promise<readonly string[]>, port: number): Socket {
  const found = async () => (await judged()).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return connect({
    // This name is never resolved.
    host: 'judged.invalid',
    port,
    autoSelectFamily: true,
    noDelay: true,
    lookup: (_name, _options, callback) => callbackify(found)(callback),
  });
}

/** Connects to the first of the checked addresses that responds. @throws {Error} with the `code` of the system if none does */
export function dial(addresses: readonly string[], port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = openSocket(async () => addresses, port);
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('timed out'), { code: 'ETIMEDOUT' })),
      CONNECT_TIMEOUT,
    );
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}

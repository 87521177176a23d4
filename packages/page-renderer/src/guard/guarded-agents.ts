import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { openSocket } from './dial.ts';
import type { AddressPolicy, JudgedTarget } from './policy.ts';

/** Connections for the requests of one page, kept open as a browser does. Disposing closes them. */
export interface GuardedAgents extends Disposable {
  /** The agent for requests to this URL. @throws {TypeError} for a protocol other than http and https */
  agentFor(url: URL): http.Agent;
}

/**
 * Agents for requests that the service makes itself on behalf of a page: each connection is checked like one of that page
 * (see `openEgress`), and connects only to the addresses that were checked.
 *
 * @param target origin of the page
 * @param maxSockets maximum number of connections to one host
 */
export function guardedAgents(policy: AddressPolicy, target: JudgedTarget, maxSockets: number): GuardedAgents {
  // If a request is aborted when its response has arrived, but has not been read, nobody else listens, and the error would end
  // the process.
  const heard = (socket: Socket): Socket => socket.on('error', () => {});
  const open = ({ host, port }: http.ClientRequestArgs): Socket => {
    const judged = async () => {
      const judgement = await policy.judge(host ?? '', Number(port), target);
      if (judgement.outcome !== 'allowed') throw new Error(judgement.reason);
      return judgement.addresses;
    };
    return heard(openSocket(judged, Number(port)));
  };
  const plain = new http.Agent({ keepAlive: true, maxSockets });
  plain.createConnection = open;
  const encrypted = new https.Agent({ keepAlive: true, maxSockets });
  encrypted.createConnection = (asked) => {
    const { host, servername = '' } = asked;
    return heard(secure({ socket: open(asked), host: host ?? '', servername, ALPNProtocols: ['http/1.1'] }));
  };
  return {
    agentFor: ({ protocol }) => {
      if (protocol === 'http:') return plain;
      if (protocol === 'https:') return encrypted;
      throw new TypeError(`${protocol} is not asked`);
    },
    [Symbol.dispose]: () => {
      plain.destroy();
      encrypted.destroy();
    },
  };
}

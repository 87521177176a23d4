import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import { connect as secure } from 'node:tls';
import { openSocket } from './dial.ts';
import type { AddressPolicy, JudgedTarget } from './policy.ts';

/** Connections that are kept for the requests of one page, as a browser keeps them for its. Disposing of it closes them. */
export interface GuardedAgents extends Disposable {
  /** What a request to this URL is made with. @throws {TypeError} for another protocol than http and https */
  agentFor(url: URL): http.Agent;
}

/**
 * Agents for requests that the service makes itself, in place of a page: each connection is judged as one of that page is
 * (see `openEgress`), and goes to the very addresses that were judged.
 *
 * @param target where the page comes from
 * @param maxSockets connections to one host at a time
 */
export function guardedAgents(policy: AddressPolicy, target: JudgedTarget, maxSockets: number): GuardedAgents {
  const open = ({ host, port }: http.ClientRequestArgs): Socket => {
    const judged = async () => {
      const judgement = await policy.judge(host ?? '', Number(port), target);
      if (judgement.outcome !== 'allowed') throw new Error(judgement.reason);
      return judgement.addresses;
    };
    return openSocket(judged, Number(port));
  };
  const plain = new http.Agent({ keepAlive: true, maxSockets });
  plain.createConnection = open;
  const encrypted = new https.Agent({ keepAlive: true, maxSockets });
  encrypted.createConnection = (asked) => {
    const { host, servername = '' } = asked;
    return secure({ socket: open(asked), host: host ?? '', servername, ALPNProtocols: ['http/1.1'] });
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

/** The circumstances of a request, reduced to what proof needs (GDPR Art. 5(1)(c)). */
import { networkOf } from '../../../platform/web/request/network.ts';
import type { Circumstances } from './event.ts';

/** For events about which nothing else is known. */
export const unknownCircumstances: Circumstances = { locale: null, userAgent: null, ip: null };

const LONGEST = 255;

/** @param source.ip - the client's address as the host sees it */
export function circumstancesOf(source: {
  readonly request?: Request | undefined;
  readonly ip?: string | undefined;
  readonly locale?: string | undefined;
  readonly shown?: string | null | undefined;
  readonly region?: string | null | undefined;
}): Circumstances {
  const agent = source.request?.headers.get('user-agent') ?? null;
  return {
    locale: source.locale ?? null,
    userAgent: agent === null ? null : agent.slice(0, LONGEST),
    ip: networkOf(source.ip),
    ...(source.shown && { shown: source.shown }),
    ...(source.region && { region: source.region }),
  };
}

import { parseHttpUrl } from '../kernel/url.ts';
import type { AuditPort } from './port.ts';
import { isStorable } from './data/record.ts';

/** The address under which what is written somewhere is rendered; null if it is none, or one that may not be rendered. */
export function addressIn(written: string, base: string | URL, port: Pick<AuditPort, 'addressOf'>): string | null {
  const parsed = URL.parse(written, base);
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.username !== '' || !isStorable(parsed.href)) return null;
  return port.addressOf(parseHttpUrl(parsed.href)) ?? null;
}

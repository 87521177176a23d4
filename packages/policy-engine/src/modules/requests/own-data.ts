/** A person's requests of all kinds, for their export. */
import type { Language } from '../../platform/i18n/language.ts';
import type { ExportExtras, ExportedRequest } from '../export/index.ts';
import type { RequestKind } from './register/kind.ts';

/** The newest first. */
export async function exportedRequests(
  kinds: readonly RequestKind[],
  userId: string,
  language: Language,
): Promise<Pick<ExportExtras, 'requests'>> {
  const found: ExportedRequest[] = [];
  for (const kind of kinds) found.push(...(await kind.exported(userId, language)));
  return { requests: found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt)) };
}

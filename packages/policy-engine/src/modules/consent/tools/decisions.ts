/** What was decided with other tools, with the texts that the host names. */
import { isPublished, type TermsService } from '../../terms/index.ts';
import type { ConsentDecision } from '../decisions/decision.ts';
import type { ConsentStatus } from '../decisions/status.ts';

export type { OtherTools } from './tools.ts';

export async function decisionsElsewhere(
  terms: TermsService,
  found: readonly Pick<ConsentStatus, 'rule' | 'elsewhere'>[],
): Promise<ConsentDecision[]> {
  const decided = found.map(async ({ rule, elsewhere }): Promise<ConsentDecision[]> => {
    if (elsewhere === null) return [];
    const { decision, version, ...made } = elsewhere;
    const text = await terms.published(rule.name, { version });
    if (text === null || !isPublished(text)) return [];
    const term = { ...text, translations: [], askedSince: version };
    return [{ rule, term, text: term, decision, vendors: null, elsewhere: made }];
  });
  return (await Promise.all(decided)).flat();
}

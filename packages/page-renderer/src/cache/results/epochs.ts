/** Moments at which all results of a selection became outdated, without being removed: they are served while they are renewed. */
import { z } from 'zod';
import type { CachedResult } from '../stores/store.ts';

/** A moment in milliseconds since 1970; the results of all pages, or of those whose URL begins with a prefix. */
export interface Epoch {
  /** Empty for all pages. */
  readonly prefix: string;
  readonly at: number;
}

/** Maximum number of epochs; beyond that, the oldest ones become one for all pages. */
const MAX_EPOCHS = 100;
const epochsSchema = z.array(z.strictObject({ prefix: z.string(), at: z.number() })).max(MAX_EPOCHS);

/** Adds an epoch, and leaves out those that it includes. */
export function withEpoch(epochs: readonly Epoch[], added: Epoch): Epoch[] {
  const others = epochs.filter(({ prefix, at }) => !prefix.startsWith(added.prefix) || at > added.at);
  const all = [...others, added].toSorted((a, b) => b.at - a.at);
  if (all.length <= MAX_EPOCHS) return all;
  // More is outdated than was asked for, but nothing less.
  const oldest = all[MAX_EPOCHS - 1];
  return [...all.slice(0, MAX_EPOCHS - 1), { prefix: '', at: oldest?.at ?? 0 }];
}

/** Whether a result is older than an epoch. */
export function isOutdated(epochs: readonly Epoch[], { url, begunAt }: Pick<CachedResult, 'url' | 'begunAt'>): boolean {
  return epochs.some(({ prefix, at }) => begunAt < at && url.startsWith(prefix));
}

/** Epochs as text. */
export function epochsAsText(epochs: readonly Epoch[]): string {
  return JSON.stringify(epochs);
}

/** None for a text that is damaged. */
export function epochsIn(text: string | undefined): Epoch[] {
  try {
    return epochsSchema.parse(JSON.parse(text ?? '[]'));
  } catch {
    return [];
  }
}

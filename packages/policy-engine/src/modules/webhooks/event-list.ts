/** All types of events that the modules emit. */
import { z } from 'zod';
import { PolicyEngineError } from '../../errors/errors.ts';
import { unknownName } from '../../platform/options/words.ts';
import type { WebhookEventDefinition, WebhookEventDefinitions } from './events.ts';
import { fits, type Webhook } from './settings.ts';

/** A type, for programs. */
export interface DescribedEvent {
  readonly type: string;
  /** When it is sent. */
  readonly description: string;
  /** JSON Schema of its data. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** In the order of their names. */
export function eventList(definitions: readonly WebhookEventDefinitions[]): DescribedEvent[] {
  const all = Object.assign({}, ...definitions) as Readonly<Record<string, WebhookEventDefinition<unknown>>>;
  return typesOf(definitions).map((type) => {
    const { description, data } = all[type]!;
    return { type, description, data: { ...z.toJSONSchema(data) } };
  });
}

/** The names of all types, in order. */
export function typesOf(definitions: readonly WebhookEventDefinitions[]): string[] {
  return definitions.flatMap((one) => Object.keys(one)).toSorted();
}

/** Rejects a webhook for events that are never sent. @throws {PolicyEngineError} `configuration_invalid` */
export function requireKnownEvents(webhooks: readonly Webhook[], types: readonly string[]): void {
  const problems = webhooks.flatMap(({ events }, index) =>
    (events ?? []).flatMap((pattern, place) => {
      if (types.some((type) => fits(pattern, type))) return [];
      return [{ path: `webhooks[${index}].events[${place}]`, message: unknownName('event', pattern, types) }];
    }),
  );
  if (problems.length === 0) return;
  const lines = problems.map(({ path, message }) => `${path}: ${message}`);
  throw new PolicyEngineError('configuration_invalid', lines.join('\n'), { problems });
}

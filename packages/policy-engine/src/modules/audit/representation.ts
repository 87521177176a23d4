/** Entries of the log as JSON. */
import { z } from '@hono/zod-openapi';
import type { NamedSubject } from './subjects.ts';
import type { AuditEntry } from './service.ts';

/** An entry with the names for its IDs. */
export interface AuditEntryJson extends AuditEntry {
  readonly actor_name: string | null;
  readonly action_name: string;
  readonly rule_name: string | null;
  readonly subject_name: string | null;
  readonly subject_url: string | null;
}

/** Schema of {@link AuditEntryJson}. */
export const AuditEntrySchema: z.ZodType<AuditEntryJson, AuditEntryJson> = z
  .object({
    id: z.string(),
    at: z.string().openapi({ description: 'ISO 8601, UTC' }),
    actor: z
      .string()
      .nullable()
      .openapi({ description: 'ID of the administrator; null for the host application itself' }),
    actor_name: z
      .string()
      .nullable()
      .openapi({ description: 'Name of the administrator in the host application; null if it provides none' }),
    action: z.string(),
    action_name: z.string().openapi({ description: 'In the language of the response, like the other names' }),
    rule: z.string().nullable(),
    rule_name: z.string().nullable(),
    subject: z.string().nullable().openapi({ description: 'ID of the target of the action' }),
    subject_name: z.string().nullable().openapi({ description: 'null if the target has no name or no longer exists' }),
    subject_url: z.string().nullable().openapi({ description: 'Path of the page of the target' }),
    request_id: z.string().nullable(),
    ip: z.string().nullable().openapi({ description: 'Network of the client' }),
  })
  .openapi('AuditEntry');

/** The names for the IDs of entries. */
export interface EntryNames {
  /** Of administrators, by id. */
  readonly actors: ReadonlyMap<string, string>;
  /** By id of the entry. */
  readonly subjects: ReadonlyMap<string, NamedSubject>;
  readonly action: (action: string) => string;
  readonly rule: (rule: string) => string;
}

/** An entry as JSON. @param href makes a URL of a path below the mount path */
export function entryJson(entry: AuditEntry, names: EntryNames, href: (path: string) => string): AuditEntryJson {
  const { id, actor, action, rule } = entry;
  const subject = names.subjects.get(id);
  const path = subject?.path ?? null;
  return {
    id,
    at: entry.at,
    actor,
    actor_name: actor === null ? null : (names.actors.get(actor) ?? null),
    action,
    action_name: names.action(action),
    rule,
    rule_name: rule === null ? null : names.rule(rule),
    subject: entry.subject,
    subject_name: subject?.text ?? null,
    subject_url: path === null ? null : href(path),
    request_id: entry.request_id,
    ip: entry.ip,
  };
}

/** Findings that belong to no other module. */
import type { Found, FindingKind } from '../../kernel/module.ts';
import { migrationState } from '../../platform/database/migrations/migrate.ts';
import type { Naming } from '../../platform/database/schema/names.ts';
import type { Database } from '../../platform/database/port.ts';

/** The kinds, by code. */
export const findings: Readonly<Record<string, FindingKind>> = {
  migrations_pending: {
    severity: 'error',
    article: null,
    fix: { command: 'npx --offline policy-engine migrate', about: 'database' },
  },
  schema_newer: { severity: 'error', article: null },
  no_mail: {
    severity: 'warning',
    article: 'Art. 12(3)',
    fix: {
      options: `mail: { transport: 'smtps://user:password@mail.example:465' },
fromEmail: 'privacy@shop.example',`,
      about: 'mail',
    },
  },
  mail_incomplete: {
    severity: 'warning',
    article: null,
    fix: {
      options: `fromEmail: 'privacy@shop.example',
adminEmailInbox: 'admin@shop.example',
publicOrigins: ['https://shop.example'],`,
      about: 'mail',
    },
  },
  no_admin: {
    severity: 'warning',
    article: null,
    fix: { options: `isAdminMethod: (user) => user.role === 'admin',`, about: 'isAdminMethod' },
  },
  no_client_address: {
    severity: 'warning',
    article: null,
    fix: { code: `await engine.fetch(request, { ip: request.headers.get('x-real-ip') });`, about: 'trustProxy' },
  },
};

/** Findings from the database. */
export async function checkMigrations(database: Database, naming: Naming): Promise<Found[]> {
  const { newer, pending } = await migrationState(database, naming);
  return [
    ...(newer.length === 0 ? [] : [{ code: 'schema_newer', subject: newer.join(', ') }]),
    ...(pending.length === 0 ? [] : [{ code: 'migrations_pending', subject: String(pending.length) }]),
  ];
}

/** The part of the configuration that no other module checks. */
export interface HostConfiguration {
  readonly hasAdmin: boolean;
  readonly hasMail: boolean;
  /** Missing options that mail needs. */
  readonly mailLacks: readonly string[];
  /** Whether this process received requests of visitors without an address. */
  readonly lacksClientAddress: boolean;
}

/** Findings from the configuration. */
export function checkConfiguration({ hasAdmin, hasMail, mailLacks, lacksClientAddress }: HostConfiguration): Found[] {
  return [
    ...(hasMail ? [] : [{ code: 'no_mail', subject: null }]),
    ...mailLacks.map((option) => ({ code: 'mail_incomplete', subject: option })),
    ...(hasAdmin ? [] : [{ code: 'no_admin', subject: null }]),
    ...(lacksClientAddress ? [{ code: 'no_client_address', subject: null }] : []),
  ];
}

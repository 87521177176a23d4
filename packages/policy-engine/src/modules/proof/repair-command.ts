/** `policy-engine ledger repair`: makes present decisions what the ledger says. */
import { type CommandDefinition, defineCommand, tableOptions } from '../../cli/command.ts';
import { systemNow } from '../../platform/clock.ts';
import { Audit } from '../audit/service.ts';
import { Projector } from './projection/projector.ts';

export const ledgerRepairCommand: CommandDefinition = defineCommand({
  name: 'ledger repair',
  usage: '--database URL [--dry-run] [options]',
  summary: 'make the present decisions (user_terms) what the ledger says',
  details: `A line for each that differs; each repair is noted in the administrators' log. Find out who changed them first:
policy-engine ledger verify. A repair that was cut off is finished by running it again.
Exits with 0 if all is as the ledger says now, 1 if something is left (with --dry-run: differs), 2 if it could not be done.`,
  options: {
    ...tableOptions,
    'dry-run': { type: 'boolean', about: 'find what differs, and change nothing' },
  },
  failureCode: 2,
  example: 'npx policy-engine ledger repair --database app.db --dry-run',
  run: async ({ values, withDatabase, naming: namingOf, print }) => {
    const dryRun = values['dry-run'] === true;
    return withDatabase(async (database) => {
      const naming = namingOf(database.dialect);
      const audit = new Audit({ database, naming, now: systemNow });
      const report = ({ code, message }: { code: string; message: string }) => print(`${code}: ${message}`);
      const { repaired, left } = await new Projector({ database, naming, audit }).repair({ dryRun, report });
      print(dryRun ? `${repaired} would be repaired, ${left} can’t be.` : `${repaired} repaired, ${left} left.`);
      return left > 0 || (dryRun && repaired > 0) ? 1 : 0;
    }, true);
  },
});

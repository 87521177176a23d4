/** `policy-engine ledger repair`: sets current decisions to what the ledger says. */
import { type CommandDefinition, defineCommand, tableOptions } from '../../../cli/command.ts';
import { systemNow } from '../../../platform/clock.ts';
import { Audit } from '../../audit/index.ts';
import { Projector } from './projector.ts';

export const ledgerRepairCommand: CommandDefinition = defineCommand({
  name: 'ledger repair',
  usage: '--database URL [--dry-run] [options]',
  summary: 'correct the current decisions (user_terms) from the ledger',
  details: `Prints a line for each difference; each repair is recorded in the audit log. Find out first who changed them:
policy-engine ledger verify. If a repair was interrupted, run it again.
Exits with 0 if nothing differs from the ledger now, 1 if something still does, 2 if it failed.`,
  options: {
    ...tableOptions,
    'dry-run': { type: 'boolean', about: 'list the differences without changing anything' },
  },
  failureCode: 2,
  example: 'npx --offline policy-engine ledger repair --database app.db --dry-run',
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

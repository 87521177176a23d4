/** `policy-engine map init`: a first draft of the data rules. */
import { type CommandDefinition, defineCommand, tableOptions, UsageError } from '../../../cli/command.ts';
import { draftedRules } from '../draft/drafted.ts';
import { peopleOption } from './check-command.ts';

export const mapInitCommand: CommandDefinition = defineCommand({
  name: 'map init',
  usage: '--database URL [--people TABLE] [options]',
  summary: 'draft data rules from the tables of a database',
  details: `Writes a TypeScript module to standard output: a rule for each table whose rows belong to people and hold personal
data, with its personal columns; and, not taken, tables of staff and tables without a key to a person. Names, types and a few
rows of each table decide. The draft erases nothing: only you can decide what data is used for and what must be kept by law.
Exits with 2 if it failed.`,
  options: { ...tableOptions, ...peopleOption },
  failureCode: 2,
  example: 'npx --offline policy-engine map init --database app.db > data-rules.ts',
  run: ({ values, withDatabase, naming: namingOf, print }) =>
    withDatabase(async (database) => {
      const drafted = await draftedRules(database, namingOf(database.dialect), values.people);
      if (drafted.lines === undefined) {
        const names = drafted.tables.join(', ');
        const said = values.people === undefined ? 'name the table of people' : `there is no table ${values.people}`;
        throw new UsageError(`${said} with --people; there are ${names === '' ? 'no tables' : names}`);
      }
      for (const line of drafted.lines) print(line);
    }, true),
});

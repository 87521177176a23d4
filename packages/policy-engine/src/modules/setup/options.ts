/** The options of `policy-engine init`. */
import type { CommandOption } from '../../cli/command.ts';
import { HOSTS } from './hosts/names.ts';

/** The options of the command. */
export const initOptions: {
  readonly yes: CommandOption & { readonly type: 'boolean' };
  readonly 'dry-run': CommandOption & { readonly type: 'boolean' };
  readonly host: CommandOption & { readonly type: 'string' };
  readonly entry: CommandOption & { readonly type: 'string' };
  readonly 'files-only': CommandOption & { readonly type: 'boolean' };
} = {
  yes: { type: 'boolean', short: 'y', about: 'do not ask' },
  'dry-run': { type: 'boolean', about: 'only show what would be changed' },
  host: { type: 'string', value: 'NAME', about: `the framework, if it is not found: ${HOSTS.join(', ')}` },
  entry: { type: 'string', value: 'FILE', about: 'the file that creates the app, if there are several' },
  'files-only': { type: 'boolean', about: 'write the files, and leave the database alone' },
};

/** What the command `policy-engine` knows: its commands, their options, and the words that explain them. */

/** Every option, as `parseArgs` takes it. */
export const OPTIONS = {
  database: { type: 'string', short: 'd' },
  prefix: { type: 'string', short: 'p' },
  schema: { type: 'string', short: 's' },
  'user-ids': { type: 'string' },
  engine: { type: 'string' },
  status: { type: 'boolean' },
  sql: { type: 'string' },
  key: { type: 'string', multiple: true },
  head: { type: 'string' },
  'dry-run': { type: 'boolean' },
  'skip-bad': { type: 'boolean' },
  format: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Name of an option, without its dashes. */
export type OptionName = keyof typeof OPTIONS;

const ABOUT_OPTIONS: Readonly<Record<OptionName, string>> = {
  database: '-d, --database URL    a path, file:…, postgres://… or mysql://… (default: DATABASE_URL)',
  prefix: '-p, --prefix PREFIX   put before the table names (default: policy_manager_)',
  schema: '-s, --schema NAME     schema of the tables (PostgreSQL) or their database (MySQL)',
  'user-ids': '    --user-ids TYPE   text, uuid, bigint or integer, as the option userIdType (default: text)',
  engine: '    --engine FILE     module of the host that exports its engine as "engine"',
  status: '    --status          only list the migrations that have not run',
  sql: '    --sql DIALECT     only print the SQL for sqlite, postgres or mysql; no database is needed',
  key: '    --key FILE        public key that signed the ledger (PEM)',
  head: '    --head FILE|HASH  a head noted elsewhere that has to be in the ledger, so that a rewritten one shows',
  'dry-run': '    --dry-run         only say what an import would do',
  'skip-bad': '    --skip-bad        pass over rows that can’t be imported',
  format: '    --format FORMAT   csv or ndjson, where the name of the file does not say',
  help: '-h, --help            show this help',
};

/** Name of a command. */
export type CommandName =
  | 'migrate'
  | 'doctor'
  | 'work'
  | 'ledger verify'
  | 'ledger verify-receipt'
  | 'export verify'
  | 'import';

interface CommandHelp {
  /** What follows the command's name. */
  readonly usage: string;
  /** What it does, in a line. */
  readonly summary: string;
  /** More about it, in lines. */
  readonly details: string;
  readonly options: readonly OptionName[];
  readonly example: string;
}

const TABLES = ['database', 'prefix', 'schema', 'user-ids'] as const;

/** The commands by name, of one word or two. */
export const COMMANDS: Readonly<Record<CommandName, CommandHelp>> = {
  migrate: {
    usage: '--database URL [options]',
    summary: 'create or update the engine’s tables',
    details: 'A database that is up to date is left as it is. Several processes may do this at once.',
    options: [...TABLES, 'status', 'sql'],
    example: 'npx policy-engine migrate --database postgres://shop@127.0.0.1/shop',
  },
  doctor: {
    usage: '--engine FILE | --database URL [options]',
    summary: 'say what is missing for compliance',
    details: 'Exits with 1 if a duty is not met. Without --engine it looks at the database alone.',
    options: ['engine', ...TABLES],
    example: 'npx policy-engine doctor --engine engine.js',
  },
  work: {
    usage: '--engine FILE',
    summary: 'do the engine’s jobs in a process of its own',
    details: 'Works until it is told to end (SIGTERM, Ctrl+C), and lets the jobs under way end first.',
    options: ['engine'],
    example: 'npx policy-engine work --engine engine.js',
  },
  'ledger verify': {
    usage: '--database URL [options]',
    summary: 'find what was changed in the ledger since it was sealed',
    details: `Changed, removed, added or reordered: a line for each finding, and exit code 1 if there is one.
Give --key again for each earlier key.`,
    options: [...TABLES, 'key', 'head'],
    example: 'npx policy-engine ledger verify --database app.db --key public.pem --head noted.json',
  },
  'ledger verify-receipt': {
    usage: 'FILE --key PUBLIC.pem',
    summary: 'check a receipt (JSON) without any database',
    details: 'Exits with 1 if the receipt does not hold.',
    options: ['key'],
    example: 'npx policy-engine ledger verify-receipt receipt.json --key public.pem',
  },
  'export verify': {
    usage: 'FILE.zip',
    summary: 'hold a person’s export against its manifest',
    details: 'A line for each file that is missing, changed or was added, and exit code 1 if there is one.',
    options: [],
    example: 'npx policy-engine export verify export.zip',
  },
  import: {
    usage: 'FILE --engine FILE [options]',
    summary: 'take over decisions of an older system',
    details: `From CSV or NDJSON: user_id, rule, version or term_id, decision, at, locale. Running it again changes nothing.
If a row can’t be taken, nothing is written.`,
    options: ['engine', 'dry-run', 'skip-bad', 'format'],
    example: 'npx policy-engine import decisions.csv --engine engine.js --dry-run',
  },
};

const NAMES = Object.keys(COMMANDS) as readonly CommandName[];

/** The command that words begin with; undefined if they begin with none. */
export function commandIn(words: readonly string[]): CommandName | undefined {
  const [first = '', second = ''] = words;
  return NAMES.find((name) => name === first || name === `${first} ${second}`);
}

/** Whether commands of two words begin with this one. */
export function isGroup(word: string): boolean {
  return NAMES.some((name) => name.startsWith(`${word} `));
}

/** What is wrong with words that are no command, in a sentence. */
export function unknownCommand([first = '', ...rest]: readonly string[]): string {
  const verbs = NAMES.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
  if (verbs.length === 0) return `unknown command "${first}"; there are ${NAMES.join(', ')}`;
  const needed = `${first} needs ${verbs.join(' or ')}`;
  return rest[0] === undefined ? needed : `unknown command "${first} ${rest[0]}"; ${needed}`;
}

/** All commands, or those of the group that a word names. */
export function overview(group?: string): string {
  const names = NAMES.filter((name) => group === undefined || name.startsWith(`${group} `));
  const lines = names.map((name) => `  ${name.padEnd(21)}  ${COMMANDS[name].summary}`);
  const title = `Usage: policy-engine ${group === undefined ? '' : `${group} `}COMMAND [options]`;
  return `${title}\n\n${lines.join('\n')}\n\n"policy-engine COMMAND --help" tells the options of a command.\n`;
}

/** One command with its options and an example. */
export function helpOf(name: CommandName): string {
  const { usage, summary, details, options, example } = COMMANDS[name];
  const lines = [...options, 'help' as const].map((option) => `  ${ABOUT_OPTIONS[option]}`);
  return `Usage: policy-engine ${name} ${usage}

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.
${details}

Options:
${lines.join('\n')}

Example:
  ${example}
`;
}

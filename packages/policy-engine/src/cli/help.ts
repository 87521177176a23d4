/** The help of the command `policy-engine`. */
import type { CommandDefinition, CommandOption } from './command.ts';

/** The option that every command has. */
export const helpOption: CommandOption = { type: 'boolean', short: 'h', about: 'show this help' };

/** The commands of `policy-engine`. */
export class Commands {
  /** By name. */
  readonly all: readonly CommandDefinition[];

  constructor(commands: readonly CommandDefinition[]) {
    this.all = commands.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The command that the words begin with; undefined if there is none. */
  find([first = '', second = '']: readonly string[]): CommandDefinition | undefined {
    return this.all.find(({ name }) => name === `${first} ${second}`) ?? this.all.find(({ name }) => name === first);
  }

  /** Whether commands of two words begin with this one. */
  isGroup(word: string): boolean {
    return this.all.some(({ name }) => name.startsWith(`${word} `));
  }

  /** Error message for words that are not a command. */
  unknown([first = '', ...rest]: readonly string[]): string {
    const names = this.all.map(({ name }) => name);
    const verbs = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
    if (verbs.length === 0) return `unknown command "${first}"; the commands are ${names.join(', ')}`;
    const needed = `${first} needs ${verbs.join(' or ')}`;
    return rest[0] === undefined ? needed : `unknown command "${first} ${rest[0]}"; ${needed}`;
  }

  /** All commands, or those of the group that a word names. */
  overview(group?: string): string {
    const shown = this.all.filter(({ name }) => group === undefined || name.startsWith(`${group} `));
    const width = Math.max(...this.all.map(({ name }) => name.length));
    const lines = shown.map(({ name, summary }) => `  ${name.padEnd(width)}  ${summary}`);
    const title = `Usage: policy-engine ${group === undefined ? '' : `${group} `}COMMAND [options]`;
    return `${title}\n\n${lines.join('\n')}\n\n"policy-engine COMMAND --help" lists the options of a command, "policy-engine --version" prints the version.\n`;
  }
}

/** One command with its options and an example. */
export function helpOf({ name, usage, summary, details, options, example }: CommandDefinition): string {
  const lines = Object.entries({ ...options, help: helpOption }).map(([option, about]) => lineOf(option, about));
  return `Usage: policy-engine ${name} ${usage}

${summary.charAt(0).toUpperCase()}${summary.slice(1)}.
${details}

Options:
${lines.join('\n')}

Example:
  ${example}
`;
}

function lineOf(name: string, { short, value, about }: CommandOption): string {
  const flags = `${short === undefined ? '    ' : `-${short}, `}--${name}${value === undefined ? '' : ` ${value}`}`;
  return `  ${flags.padEnd(20)}  ${about}`;
}

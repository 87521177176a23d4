/** Commands and addresses in a text that resolve names of packages at a registry. */

/** Verbs of package managers that ask a registry for the names that follow. */
const ASKING =
  /^(?:i|in|ins|install|isntall|it|install-test|add|ci|update|up|upgrade|dlx|x|create|init|view|v|info|show|npm|pack|link|ln|outdated|diff|docs|home|repo|bugs|dist-tag|fund|star|access|owner)$/;

/** Flags whose value is a place, not a package. */
const FLAGS_OF_PLACES = new Set(['-w', '--workspace', '--prefix', '-C', '--filter', '-t', '--tag', '--name']);

const TOOL =
  /(?<![\w@./-])(?<tool>npx|npm|pnpx|pnpm|yarn|bunx|bun|deno|docker|podman)(?<rest>[ \t](?:\\\n|[^`\n;|&#])*)/g;

/**
 * Lists what asks a registry for one of the names: `npm install name`, `npx name` without `--offline`, images of that name that are
 * pulled, addresses of CDNs. A command ends with its line; in the text of Markdown, with its backtick.
 */
export function registryCommandsIn(text: string, names: readonly string[], isMarkdown: boolean): string[] {
  const name = `(?:${names.join('|')})`;
  const ours = new RegExp(`^(?:npm:|jsr:)?${name}(?:[@:][^/]*)?$`);
  const source = isMarkdown ? unwrapped(text) : text;
  const commands = Array.from(source.matchAll(TOOL), ({ groups = {} }) => ({
    tool: groups['tool'] ?? '',
    words: (groups['rest'] ?? '')
      .split(/[\s\\]+/)
      .map((word) => word.replaceAll(/^['"(]+|['",.)]+$/g, ''))
      .filter(Boolean),
  }));
  const found = commands
    .filter(({ tool, words }) => asksRegistry(tool, words, (word) => ours.test(word)))
    .map(({ tool, words }) => [tool, ...words].join(' '));
  const addresses = new RegExp(
    `(?:(?:esm\\.sh|unpkg\\.com|jsdelivr\\.net/npm|skypack\\.dev|jspm\\.dev/npm|npmjs\\.(?:org|com)(?:/package)?)[/:]|['"](?:npm|jsr):|^FROM\\s+)${name}(?![\\w-])[^\\s'"]*|"${name}":\\s*"[\\^~>=]*\\d`,
    'gm',
  );
  return [...found, ...Array.from(source.matchAll(addresses), ([address]) => address)];
}

function asksRegistry(tool: string, words: readonly string[], isOurs: (word: string) => boolean): boolean {
  const places = new Set(words.flatMap((word, index) => (FLAGS_OF_PLACES.has(word) ? [index + 1] : [])));
  const plain = words.filter((word, index) => !word.startsWith('-') && !places.has(index));
  const [verb = ''] = plain;
  const isPackage = words.some((word, index) => {
    const value =
      /^--package=(.+)$/.exec(word)?.[1] ?? (/^(?:-p|--package)$/.test(word) ? words[index + 1] : undefined);
    return value !== undefined && isOurs(value);
  });
  switch (tool) {
    case 'npx':
      return !words.includes('--offline') && (isPackage || isOurs(verb));
    case 'pnpx':
    case 'bunx':
      return isPackage || isOurs(verb);
    case 'npm':
      if (verb === 'exec' || verb === 'x') return !words.includes('--offline') && (isPackage || isOurs(plain[1] ?? ''));
      return ASKING.test(verb) && plain.slice(1).some(isOurs);
    case 'docker':
    case 'podman':
      if (verb === 'pull') return plain.slice(1).some(isOurs);
      return /^(?:run|create)$/.test(verb) && !/--pull[ =]never/.test(words.join(' ')) && plain.slice(1).some(isOurs);
    default:
      // `pnpm exec`, `yarn name` and `bun run` start what is installed.
      return ASKING.test(verb) && plain.slice(1).some(isOurs);
  }
}

/** Markdown whose paragraphs are one line each, so that a command in backticks is not cut where a line ends. */
function unwrapped(markdown: string): string {
  return markdown
    .split(/^(```+[^\n]*\n[^]*?^```+)$/m)
    .map((part) => (part.startsWith('```') ? part : part.replaceAll(/([^\n])\n(?!\n)/g, '$1 ')))
    .join('');
}

/** An instruction of a Dockerfile. */
export interface Instruction {
  readonly name: string;
  /** Everything after the name, on one line. */
  readonly words: string;
}

/** Reads the instructions of a Dockerfile, without comments and continued lines. */
export function instructionsOf(text: string): Instruction[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n');
  return lines.flatMap((line) => {
    const [, name, words = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, words }];
  });
}

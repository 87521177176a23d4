/** Whether a name matches one of these; `*` in a pattern matches any characters, as in `_ga_*`. */
export function matches(name: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [head = '', ...rest] = pattern.split('*');
    if (!rest.length) return name === pattern;
    const tail = rest.pop() ?? '';
    if (!name.startsWith(head) || !name.endsWith(tail)) return false;
    // The parts between are searched one after the other, so that no pattern is slow.
    let at = head.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found === -1) return false;
      at = found + part.length;
    }
    return at <= name.length - tail.length;
  });
}

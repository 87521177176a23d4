/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * The text of a style sheet whose rules differ from its original text; null for others.
 *
 * @param parsed the rules of texts that have been parsed before: components often repeat the same text
 */
export function changedText(sheet: CSSStyleSheet, text: string, parsed: Map<string, string[]>): string | null {
  const rules = readRules(sheet);
  if (rules === null || (rules.length === 0 && text.trim() === '')) return null;
  // A constructed sheet has no imports. Those that a text does not have come from a script.
  const mayImport = text.includes('@import');
  const own = rules.filter((rule) => !(mayImport && rule instanceof CSSImportRule));
  if (text.trim() !== '') {
    const expected = parsed.get(text) ?? [...parseSheet(text).cssRules].map((rule) => rule.cssText);
    parsed.set(text, expected);
    const same = (rule: CSSRule, index: number) => rule.cssText === expected[index];
    if (expected.length === own.length && own.every(same)) return null;
  }
  return rulesText(rules);
}

/** The text of a style element, if its rules still equal the text and other text can follow it. */
export function pristineText(style: HTMLStyleElement): string | null {
  const text = style.textContent ?? '';
  if (!style.sheet || changedText(style.sheet, text, new Map()) !== null) return null;
  return [...parseSheet(`${text}\n.x-end {}`).cssRules].at(-1)?.cssText === '.x-end { }' ? text : null;
}

/** A separate style sheet, so that changes to it do not affect the page. */
export function parseSheet(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  return sheet;
}

/** The rules of a style sheet; null if it is of another origin and may not be read. */
export function readRules(sheet: CSSStyleSheet): CSSRule[] | null {
  try {
    return [...sheet.cssRules];
  } catch {
    return null;
  }
}

export function rulesText(rules: readonly CSSRule[]): string {
  return rules.map((rule) => rule.cssText).join('\n');
}

export function forEachRule(
  rules: readonly CSSRule[],
  visit: (rule: CSSRule, isNested: boolean) => void,
  isNested = false,
): void {
  for (const rule of rules) {
    visit(rule, isNested);
    if (rule instanceof CSSKeyframesRule) continue;
    const inner = (rule as Partial<CSSGroupingRule>).cssRules;
    if (inner) forEachRule([...inner], visit, isNested || rule instanceof CSSStyleRule);
  }
}

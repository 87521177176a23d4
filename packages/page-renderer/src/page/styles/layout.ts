/// <reference lib="dom" />

/**
 * The declarations that give a replacement the layout of the element that it replaces: rules for the type of that element do
 * not apply to the replacement.
 *
 * @param given declarations that override the computed values, by name
 * @param written names of properties that are always written, so that rules for the type of the replacement do not apply
 */
export function layoutOf(
  live: HTMLElement,
  given: Readonly<Record<string, string>>,
  written: readonly string[] = [],
): string {
  const initial: Record<string, string> = {
    'min-width': 'auto',
    'min-height': 'auto',
    'max-width': 'none',
    'max-height': 'none',
    'vertical-align': 'baseline',
    position: 'static',
    top: 'auto',
    right: 'auto',
    bottom: 'auto',
    left: 'auto',
    'z-index': 'auto',
    float: 'none',
    'margin-top': '0px',
    'margin-right': '0px',
    'margin-bottom': '0px',
    'margin-left': '0px',
    'padding-top': '0px',
    'padding-right': '0px',
    'padding-bottom': '0px',
    'padding-left': '0px',
    'box-sizing': 'content-box',
    'flex-grow': '0',
    'flex-shrink': '1',
    'align-self': 'auto',
    transform: 'none',
    opacity: '1',
    'image-rendering': 'auto',
  };
  const computed = live.computedStyleMap();
  const valueOf = (name: string) => computed.get(name)?.toString() ?? '';
  const declarations = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
  for (const name of new Set([...written, ...Object.keys(initial)])) {
    const value = valueOf(name);
    if (value === '' || Object.hasOwn(given, name)) continue;
    if (written.includes(name) || value !== initial[name]) declarations.push(`${name}: ${value}`);
  }
  const { border, borderRadius, backgroundColor } = getComputedStyle(live);
  if (border && !border.includes('none')) declarations.push(`border: ${border}`);
  if (borderRadius && borderRadius !== '0px') declarations.push(`border-radius: ${borderRadius}`);
  if (!Object.hasOwn(given, 'background-color') && backgroundColor !== 'rgba(0, 0, 0, 0)') {
    declarations.push(`background-color: ${backgroundColor}`);
  }
  return declarations.join('; ');
}

/** Nodes that are not in the page. */
import type { Element, ElementContent, Text } from 'hast';

/** A text. */
export const text = (value: string): Text => ({ type: 'text', value });

/** An element. */
export const made = (tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element => ({
  type: 'element',
  tagName,
  properties,
  children,
});

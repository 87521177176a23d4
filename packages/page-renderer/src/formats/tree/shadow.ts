/** Declared shadow trees, as what is shown of them. */
import type { Element, ElementContent, Parents, Root } from 'hast';

/** Puts the content of each `<template shadowrootmode>` in the place of its host's, with what its slots show. The tree is changed. */
export function showShadowTrees(root: Root): void {
  const waiting: Parents[] = [root];
  for (let parent = waiting.pop(); parent !== undefined; parent = waiting.pop()) {
    if (parent.type === 'element') parent.children = shownIn(parent);
    for (const child of parent.children) if (child.type === 'element') waiting.push(child);
  }
}

function shownIn(host: Element): ElementContent[] {
  const template = host.children.find(isShadowRoot);
  if (template?.content === undefined) return host.children;
  const light = host.children.filter((child) => child !== template);
  const slotOf = (child: ElementContent) =>
    child.type === 'element' && typeof child.properties['slot'] === 'string' ? child.properties['slot'] : '';
  const filled = (node: ElementContent): ElementContent[] => {
    if (node.type !== 'element') return [node];
    if (node.tagName !== 'slot') return [{ ...node, children: node.children.flatMap(filled) }];
    const name = typeof node.properties['name'] === 'string' ? node.properties['name'] : '';
    const assigned = light.filter((child) => slotOf(child) === name);
    return assigned.some((child) => child.type === 'element' || (child.type === 'text' && child.value.trim() !== ''))
      ? assigned
      : node.children.flatMap(filled);
  };
  return template.content.children.flatMap((child) => (child.type === 'doctype' ? [] : filled(child)));
}

function isShadowRoot(node: ElementContent): node is Element {
  return node.type === 'element' && node.tagName === 'template' && node.properties['shadowRootMode'] !== undefined;
}

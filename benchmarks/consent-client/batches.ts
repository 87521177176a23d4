/** What is added to a page after its start: expressions that run there. */
import type { Client } from './clients.ts';

/** Batches of 100 elements that are added to a page. */
export const BATCHES = 10;
/** Elements of a batch that wait for a purpose. */
export const GATED = 10;

export type BatchKind = 'rows' | 'tree' | 'gated';

export const BATCH_KINDS: Readonly<Record<BatchKind, string>> = {
  rows: '100 elements, appended one by one',
  tree: '100 elements in one subtree',
  gated: `100 elements appended one by one, ${GATED} of them gated scripts`,
};

const row = `Object.assign(document.createElement('p'), { textContent: 'Row ' + index })`;

/** Code that adds a batch; `batch` is its number. */
function adding(kind: BatchKind, client: Client): string {
  if (kind === 'tree') {
    return `const tree = document.createElement('section');
      for (let index = 0; index < 99; index += 1) (index % 10 ? tree.lastElementChild : tree).append(${row});
      document.querySelector('#place').append(tree);`;
  }
  const template = client.gated({ kind: 'script', purpose: 'analytics', content: 'CODE' }) ?? '';
  const gated = `(() => { const made = document.createElement('template'); made.innerHTML = ${JSON.stringify(template).replaceAll('</', String.raw`<\/`)};
    const [script] = made.content.children; script.textContent = 'window.late = (window.late ?? 0) + 1; // ' + batch + ' ' + index; return script; })()`;
  const every = 100 / GATED;
  const element = kind === 'gated' ? `index % ${every} ? ${row} : ${gated}` : row;
  return `const place = document.querySelector('#place');
    for (let index = 0; index < 100; index += 1) place.append(${element});
    ${kind === 'gated' ? (client.rescan ?? '') : ''}`;
}

/** An expression that adds all batches, each in a task of its own and with time to be drawn. */
export const batches = (kind: BatchKind, client: Client): string => `
  const add = (batch) => {
    if (batch === ${BATCHES}) return;
    ${adding(kind, client)}
    setTimeout(add, 50, batch + 1);
  };
  add(0);`;

/** The page that checks a receipt in the browser: nothing is sent, nothing is stored. */
import type { VerifierKey } from '../../modules/proof/log/vkey.ts';
import { Refused } from '../../modules/proof/receipts/check/json.ts';
import { keysIn } from './keys.ts';
import { drawn, unchecked } from './outcome.ts';
import { verifyReceipt } from './receipt.ts';

/** Receipts are a few kilobytes, plus a text of one to ten pages. */
const MOST_BYTES = 10_000_000;

const find = (id: string) => document.querySelector<HTMLElement>(`#${id}`)!;
const lines = (id: string) => document.querySelector<HTMLTextAreaElement>(`#${id}`)!;
const [form, outcome, unable] = [find('check'), find('outcome'), find('unable')];
const [receipt, keyLines, noted, consistency] = [lines('receipt'), lines('keys'), lines('noted'), lines('consistency')];
const picker = document.querySelector<HTMLInputElement>('#file')!;

function show(elements: readonly HTMLElement[]): void {
  outcome.replaceChildren(...elements);
  outcome.querySelector<HTMLElement>('h2')?.focus();
}

function check(): readonly HTMLElement[] {
  if (receipt.value.trim() === '') return unchecked('receipt');
  let keys: readonly VerifierKey[];
  try {
    keys = keysIn(keyLines.value);
  } catch (error) {
    if (error instanceof Refused) return unchecked('key', { line: error.message });
    throw error;
  }
  if (keys.length === 0) return unchecked('keys');
  const outside = { checkpoint: noted.value, consistency: consistency.value };
  return drawn(verifyReceipt(receipt.value, keys, outside));
}

function run(): void {
  try {
    show(check());
  } catch (error) {
    show(unchecked(String(error)));
  }
}

async function read(file: File | undefined): Promise<void> {
  if (file === undefined) return;
  if (file.size > MOST_BYTES) return show(unchecked('large'));
  try {
    const bytes = await file.arrayBuffer();
    receipt.value = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return show(unchecked('unreadable'));
  }
  outcome.replaceChildren();
  if (keyLines.value.trim() === '') keyLines.focus();
  else run();
}

form.addEventListener('submit', (event) => {
  event.preventDefault();
  run();
});
form.addEventListener('input', () => outcome.replaceChildren());
picker.addEventListener('change', () => {
  const [file] = picker.files ?? [];
  // The same file can be chosen again after it was changed.
  picker.value = '';
  void read(file);
});
addEventListener('dragover', (event) => {
  if (event.dataTransfer?.types.includes('Files') !== true) return;
  event.preventDefault();
  receipt.classList.add('pe-drop');
});
addEventListener('dragleave', () => receipt.classList.remove('pe-drop'));
addEventListener('drop', (event) => {
  receipt.classList.remove('pe-drop');
  const [file] = event.dataTransfer?.files ?? [];
  if (file === undefined) return;
  event.preventDefault();
  void read(file);
});

// If the page is a local file, there is nothing to save.
find('save').hidden = location.protocol === 'file:';
// Over plain HTTP, others could have changed this page on its way.
unable.hidden = isSecureContext;
form.hidden = !unable.hidden;
document.documentElement.dataset['ready'] = '';

/** A page that nothing can be loaded for. Loaded when a decision was saved, so that the browser has it when it is needed. */
import { doc } from '../page/doc.ts';
import { isReachable, STAYS } from './reachable.ts';
import { unreachable } from './unreachable.generated.ts';

/** Tells that nothing could be loaded, in a page that may have no text of ours. It goes away by itself. */
function tell(): void {
  const words = JSON.parse(unreachable) as Readonly<Record<string, string>>;
  const lang = [doc.documentElement.lang, ...navigator.languages]
    .map((tag) => tag.split('-')[0]!)
    .find((one) => words[one])!;
  const stack = doc.createElement('div');
  stack.className = 'pe-consent-stack';
  stack.lang = lang;
  const note = doc.createElement('div');
  note.className = 'pe-consent-note';
  note.role = 'alert';
  note.textContent = words[lang] ?? words['en']!;
  stack.append(note);
  doc.body.append(stack);
  setTimeout(() => stack.remove(), STAYS);
}

/** Opens a page of the engine, if it can be loaded: the browser's own error would take the place of this page. */
export async function leaveFor(url: string): Promise<void> {
  if (await isReachable()) location.assign(new URL(url, location.origin));
  else tell();
}

/** The HTML of a script: its source, and how its tags are rewritten. */
import { readFile } from '../../../platform/options/template-source.ts';
import type { ScriptTemplate, Template } from './declaration.ts';
import { blockedMarkup, isTakenBack, markedTag, sleepFault } from './block.ts';
import type { Gate } from './gate.ts';
import { rewritten, type Tag, type Tags, tagsIn } from './tags.ts';

/**
 * Creates the template of a script. Files are read once, at start, so that a missing file is found before the first visit.
 *
 * @throws {Error} for a file that cannot be read, and for HTML that cannot be made inactive
 */
export function templateOf(template: ScriptTemplate): Template {
  if (typeof template === 'function') {
    return {
      live: (context, gate) => liveMarkup(tagsIn(template(context)), context.nonce, gate),
      blocked: (context, gate) => {
        const tags = tagsIn(template(context));
        const fault = sleepFault(tags);
        if (fault !== null) throw new Error(fault);
        return blockedMarkup(tags, gate, nonceFor(context.nonce));
      },
      fault: (context) => sleepFault(tagsIn(template(context))),
      isTakenBack: false,
    };
  }
  const tags = tagsIn(textOf(template));
  const fault = sleepFault(tags);
  if (fault !== null) throw new Error(fault);
  const fill = (html: string, nonce: string) => html.replaceAll('{nonce}', nonce);
  return {
    live: ({ nonce }, gate) => fill(liveMarkup(tags, nonce, gate), nonce),
    blocked: ({ nonce }, gate) => fill(blockedMarkup(tags, gate, nonceFor(nonce)), nonce),
    fault: () => null,
    isTakenBack: isTakenBack(tags),
  };
}

/**
 * Text that is not HTML is a path (spec: P-script-template), relative to the working directory of the process. Empty text is a
 * script that is loaded in another way, and is declared for its cookies.
 */
function textOf(template: string | URL): string {
  const isText = typeof template === 'string' && (template.includes('<') || template.trim() === '');
  return isText ? template : readFile(template).text;
}

/** Tags that need a nonce under a Content-Security-Policy. */
function wantsNonce({ name, attributes }: Tag): boolean {
  if (Object.hasOwn(attributes, 'nonce')) return false;
  return (
    name === 'script' || name === 'style' || (name === 'link' && /stylesheet|preload/i.test(attributes['rel'] ?? ''))
  );
}

function nonceFor(nonce: string): (tag: Tag) => string | null {
  return (tag) => (nonce !== '' && wantsNonce(tag) ? nonce : null);
}

function liveMarkup(tags: Tags, nonce: string, gate: Gate): string {
  return rewritten(tags, (tag, source) => {
    const isMissing = nonce !== '' && wantsNonce(tag);
    const own = isMissing ? `<${tag.name} nonce="${nonce}"${source.slice(1 + tag.name.length)}` : source;
    return markedTag(tag, own, gate);
  });
}

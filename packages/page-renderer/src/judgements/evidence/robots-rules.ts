/** What robots are told: the rules in `<meta name="robots">` and in `X-Robots-Tag`. */
import type { HeaderOutcome } from '../../headers/page.ts';
import type { BotDocument } from './document.ts';

/** The rules in one place. */
export interface RobotsRules {
  readonly place: string;
  readonly value: string;
  /** The robot in lower case; null: all. */
  readonly robot: string | null;
  /** In lower case, without values. */
  readonly rules: ReadonlySet<string>;
}

/** Rules that have the form of a name and a value, where the name is not that of a robot. */
const RULE_WITH_VALUE = /^(?:unavailable_after|max-snippet|max-image-preview|max-video-preview)$/i;

/** Whether a text tells robots not to index a page. A header may be for one of them only: `googlebot: noindex`. */
export function isNoindex(value: string): boolean {
  return /(?:^|[\s,:])(?:noindex|none)(?:$|[\s,])/i.test(value);
}

/** Everything that a page and its server tell robots. */
export function robotsRules(document: BotDocument, headers: readonly HeaderOutcome[]): RobotsRules[] {
  const tags = document.robots.map(({ name, content }) => {
    return {
      place: `<meta name="${name}">`,
      value: content,
      robot: name === 'robots' ? null : name,
      rules: rulesIn(content),
    };
  });
  const sent = headers.filter(({ name }) => name === 'x-robots-tag').map(ofHeader);
  return [...sent, ...tags];
}

function ofHeader({ value, from }: HeaderOutcome): RobotsRules {
  const [, name, rest = value] = /^\s*([\w-]+)\s*:(.*)$/s.exec(value) ?? [];
  const isRobot = name !== undefined && !RULE_WITH_VALUE.test(name);
  return {
    place: `header x-robots-tag ${from === 'server' ? 'of the server' : 'set by a meta tag of the page'}`,
    value,
    robot: isRobot ? name.toLowerCase() : null,
    rules: rulesIn(isRobot ? rest : value),
  };
}

function rulesIn(text: string): Set<string> {
  return new Set(
    text
      .toLowerCase()
      .split(/[\s,]+/)
      .filter(Boolean),
  );
}

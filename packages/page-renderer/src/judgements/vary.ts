/** Responses that depend on what the renderer asks for. */
import type { Judgement } from './evidence/judgement.ts';
import { found } from './evidence/judgement.ts';

/** What it means that a response varies by a request header, for those that change what is read. */
const MEANINGS: Readonly<Record<string, string>> = {
  '*': 'on something that no header says',
  'accept-language': 'on the language of the client',
  authorization: 'on who has signed in',
  cookie: 'on the cookies of the client',
  'sec-ch-ua-mobile': 'on whether the client is a phone',
  'user-agent': 'on the browser or bot',
};

/** `Vary` with something that the cache does not distinguish. */
export const VARY_IGNORED: Judgement = {
  name: 'vary-ignored',
  severity: 'note',
  judge: ({ vary, chosen }) => {
    const names = new Set(
      vary
        .toLowerCase()
        .split(/[\s,]+/)
        .filter((name) => Object.hasOwn(MEANINGS, name)),
    );
    if (chosen.acceptLanguage) names.delete('accept-language');
    if (chosen.userAgent) for (const name of ['user-agent', 'sec-ch-ua-mobile']) names.delete(name);
    if (names.size === 0) return undefined;
    const what = [...names].map((name) => MEANINGS[name]).join(', and ');
    const sentence = `The response of the server depends ${what}. All bots get one result: what the server sends to the renderer, which sends no cookies.`;
    return found(sentence, [{ place: 'header vary of the server', value: vary.replaceAll('\n', ', ') }]);
  },
};

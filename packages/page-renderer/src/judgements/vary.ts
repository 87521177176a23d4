/** Responses that depend on who asks. */
import type { Judgement } from './evidence/judgement.ts';
import { found } from './evidence/judgement.ts';

/** What it means that a response varies by a request header; by all others it depends on that header. */
const MEANINGS: Readonly<Record<string, string>> = {
  '*': 'on something that no header says',
  'accept-language': 'on the language of the client',
  authorization: 'on who has signed in',
  cookie: 'on the cookies of the client',
};

/** `Vary` with headers whose value neither the request nor the configuration determines. */
export const VARY: Judgement = {
  name: 'vary',
  severity: 'note',
  judge: ({ varying }) => {
    if (varying.length === 0) return undefined;
    const what = varying.map((name) => MEANINGS[name] ?? `on the header ${name}`).join(' and ');
    const sentence = `The response of the server depends ${what}. Bots get what a new visitor without cookies gets, and the result is not cached, so each of them waits for a render.`;
    return found(sentence, [{ place: 'header vary of the server', value: varying.join(', ') }]);
  },
};

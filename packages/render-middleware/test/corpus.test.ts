/** The list of bots, held against user agents that were really sent, and against the lists of Prerender and Rendertron. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { AGENT_CLASSES, type AgentClass, agentPattern, agents, findAgent, isAgent } from 'render-middleware';
import { stretched } from '../../../testing/load.ts';

interface Sample {
  readonly userAgent: string;
  /** `null`: a program that gets the page as it is. */
  readonly is: AgentClass | 'person' | null;
  readonly from: string;
}

const read = (...file: string[]): unknown => JSON.parse(readFileSync(path.join(import.meta.dirname, ...file), 'utf8'));

const { samples } = read('fixtures', 'user-agents.json') as { samples: Sample[] };
const MAKING = ['..', '..', '..', 'scripts', 'agents'];
const { sentAs } = read(...MAKING, 'choice.json') as { sentAs: Record<string, string> };

/** Apps in which people open pages, and whose names are those of bots’ operators. */
const APPS =
  `FBAN/,FB_IAB/,MetaIAB Facebook,Instagram,Barcelona,WhatsApp/,[LinkedInApp],[Pinterest/,Line/,MicroMessenger,
Snapchat/,musical_ly,BytedanceWebview,Slack_SSB,discord/,Telegram-,Viber/,Tumblr/,Mattermost/,Notion/,KAKAOTALK,NAVER(inapp,
Flipboard/,GSA/,YandexSearch,Valve Steam,Reddit/,Quora/,XING-iPhone,Twitter for iPhone,Bluesky/,baiduboxapp,YETI`.split(
    /,\s*/,
  );

describe('the corpus of user agents', () => {
  for (const is of new Set(samples.map((sample) => sample.is))) {
    it(`is told apart: ${is ?? 'programs that get the page as it is'}`, () => {
      const expected = is === 'person' ? null : is;
      for (const sample of samples.filter((one) => one.is === is)) {
        const { userAgent, from } = sample;
        const agent = findAgent(userAgent);
        assert.equal(agent?.class ?? null, expected, `${userAgent} (${from}) is taken for ${agent?.token}`);
        assert.equal(isAgent(userAgent), expected !== null, userAgent);
      }
    });
  }

  it('contains hundreds of people and bots, each once and with its source', () => {
    assert.equal(new Set(samples.map(({ userAgent }) => userAgent)).size, samples.length);
    for (const { userAgent, from } of samples) assert.ok(from.length > 0, userAgent);
    const people = samples.filter(({ is }) => is === 'person');
    assert.ok(people.length >= 400 && samples.length - people.length >= 400);
    for (const name of AGENT_CLASSES) assert.ok(samples.filter(({ is }) => is === name).length >= 25, name);
    for (const app of APPS) {
      assert.ok(
        people.some(({ userAgent }) => userAgent.includes(app)),
        app,
      );
    }
  });

  it('is classified by the pattern for servers in the same way', () => {
    const pattern = new RegExp(agentPattern(), 'i');
    for (const { userAgent, is } of samples) {
      assert.equal(pattern.test(userAgent), is !== 'person' && is !== null, userAgent);
    }
  });
});

for (const peer of ['prerender-node', 'rendertron-middleware']) {
  const { list, version } = read(...MAKING, 'sources', `${peer}.json`) as { list: string[]; version: string };

  it(`covers the whole list of ${peer} ${version}`, () => {
    assert.ok(list.length > 10);
    for (const name of list) {
      // Google says that it never sends the one name that has no agent here.
      const userAgent = sentAs[name] ?? `${name}/1.0`;
      assert.equal(isAgent(userAgent), userAgent !== '', name);
    }
    assert.deepEqual(
      list.filter((name) => sentAs[name] === ''),
      list.filter((name) => name === 'Google-Extended'),
    );
  });

  it(`finds every bot of the corpus that ${peer} finds`, () => {
    const theirs = samples.filter(({ userAgent, is }) => {
      return is !== 'person' && list.some((name) => userAgent.toLowerCase().includes(name.toLowerCase()));
    });
    assert.ok(theirs.length > 10);
    for (const { userAgent } of theirs) assert.equal(isAgent(userAgent), true, userAgent);
  });
}

it('takes time in proportion to the length of a header', () => {
  const budget = stretched(1_000);
  for (const { token } of agents) {
    const userAgent = ` ${token.slice(0, -1)}`.repeat(64);
    assert.equal(isAgent(`${userAgent} Googlebot`), true);
  }
  for (const part of ['(compatible; Googlebo', 'facebookexternalhi ', 'a ', 'a', '((((((((']) {
    const userAgent = part.repeat(1_000_000 / part.length);
    const started = performance.now();
    assert.equal(isAgent(userAgent), false);
    assert.ok(performance.now() - started < budget, part);
  }
});

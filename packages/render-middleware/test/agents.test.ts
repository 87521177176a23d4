import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AGENT_CLASSES, type AgentClass, agents, AGENTS_DATE, findAgent, isAgent } from 'render-middleware';

const BOTS: [AgentClass, string, string][] = [
  ['search', 'Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  [
    'search',
    'Googlebot',
    'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.122 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  ],
  ['search', 'Googlebot', 'Googlebot-Image/1.0'],
  ['search', 'Google-InspectionTool', 'Mozilla/5.0 (compatible; Google-InspectionTool/1.0)'],
  ['search', 'GoogleOther', 'GoogleOther'],
  ['search', 'AdsBot-Google', 'AdsBot-Google (+http://www.google.com/adsbot.html)'],
  [
    'search',
    'bingbot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm) Chrome/103.0.5060.134 Safari/537.36',
  ],
  ['search', 'DuckDuckBot', 'Mozilla/5.0 (compatible; DuckDuckBot-Https/1.1; https://duckduckgo.com/duckduckbot)'],
  [
    'search',
    'Applebot',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
  ],
  ['search', 'YandexBot', 'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'],
  [
    'search',
    'Baiduspider',
    'Mozilla/5.0 (compatible; Baiduspider-render/2.0; +http://www.baidu.com/search/spider.html)',
  ],
  ['search', 'compatible; Yeti/', 'Mozilla/5.0 (compatible; Yeti/1.1; +http://naver.me/bot)'],
  ['search', 'SeznamBot', 'Mozilla/5.0 (compatible; SeznamBot/4.0; +http://napoveda.seznam.cz/seznambot-intro/)'],
  ['search', 'Sogou web spider', 'Sogou web spider/4.0(+http://www.sogou.com/docs/help/webmasters.htm#07)'],
  [
    'search',
    'PetalBot',
    'Mozilla/5.0 (Linux; Android 7.0;) AppleWebKit/537.36 (KHTML, like Gecko) Mobile Safari/537.36 (compatible; PetalBot;+https://webmaster.petalsearch.com/site/petalbot)',
  ],
  ['search', 'Qwantbot', 'Mozilla/5.0 (compatible; Qwantbot-news/2.0; +https://help.qwant.com/bot/)'],
  ['search', 'MojeekBot', 'Mozilla/5.0 (compatible; MojeekBot/0.11; +https://www.mojeek.com/bot.html)'],
  ['search', 'Kagibot', 'Mozilla/5.0 (compatible; Kagibot/1.0; +https://kagi.com/bot)'],
  [
    'ai-search',
    'OAI-SearchBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-SearchBot/1.0; +https://openai.com/searchbot',
  ],
  [
    'ai-search',
    'Claude-SearchBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; Claude-SearchBot/1.0; +https://www.anthropic.com)',
  ],
  [
    'ai-search',
    'PerplexityBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
  ],
  [
    'ai-training',
    'GPTBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  ],
  [
    'ai-training',
    'ClaudeBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  ],
  [
    'ai-training',
    'meta-externalagent',
    'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  ],
  [
    'ai-training',
    'Bytespider',
    'Mozilla/5.0 (Linux; Android 8.0; Pixel 2 Build/OPD3.170816.012) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/58.0.9038.1080 Mobile Safari/537.36; Bytespider',
  ],
  [
    'ai-search',
    'OAI-AdsBot',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; OAI-AdsBot/1.0; +https://openai.com/adsbot',
  ],
  [
    'ai-search',
    'MistralAI-Index',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; MistralAI-Index/1.0; +https://docs.mistral.ai/robots)',
  ],
  ['ai-training', 'KimiBot', 'Mozilla/5.0 (compatible; KimiBot/1.0; +https://www.kimi.ai/policies/kimi-bot)'],
  ['ai-training', 'CCBot', 'CCBot/2.0 (https://commoncrawl.org/faq/)'],
  [
    'ai-user',
    'ChatGPT-User',
    'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko); compatible; ChatGPT-User/1.0; +https://openai.com/bot',
  ],
  ['ai-user', 'Claude-User', 'Claude-User (claude-code/2.1.86; +https://support.anthropic.com/)'],
  [
    'ai-user',
    'Google-Agent',
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko; compatible; Google-Agent)',
  ],
  ['social', 'facebookexternalhit', 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)'],
  [
    'social',
    'meta-externalads',
    'meta-externalads/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  ],
  ['social', 'Synapse (bot;', 'Synapse (bot; +https://github.com/matrix-org/synapse)'],
  [
    'social',
    'Google-PageRenderer',
    'Mozilla/5.0 Google-PageRenderer Google (+https://developers.google.com/+/web/snippet/)',
  ],
  ['social', 'Twitterbot', 'Twitterbot/1.0'],
  ['social', 'LinkedInBot', 'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)'],
  ['social', 'Slackbot', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['social', 'Discordbot', 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)'],
  ['social', 'TelegramBot', 'TelegramBot (like TwitterBot)'],
  ['social', 'WhatsApp/', 'WhatsApp/2.23.20.0 A'],
  ['social', 'Pinterestbot', 'Mozilla/5.0 (compatible; Pinterestbot/1.0; +https://www.pinterest.com/bot.html)'],
  ['social', 'Pinterest/0.', 'Pinterest/0.2 (+https://www.pinterest.com/bot.html)'],
  ['social', 'Snap URL Preview Service', 'Snap URL Preview Service; bot; snapchat; https://developers.snap.com/robots'],
  ['social', '(Mastodon/', 'http.rb/5.1.1 (Mastodon/4.2.10; +https://mastodon.example/)'],
  ['tools', 'archive.org_bot', 'Mozilla/5.0 (compatible; archive.org_bot +http://archive.org/details/archive.org_bot)'],
  ['tools', 'AhrefsBot', 'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'],
  [
    'tools',
    'Chrome-Lighthouse',
    'Mozilla/5.0 (Linux; Android 11; moto g power (2022)) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/136.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  ],
];

describe('the list of user agents', () => {
  for (const [name, token, userAgent] of BOTS) {
    it(`finds ${userAgent}`, () => {
      assert.equal(findAgent(userAgent)?.token, token);
      assert.equal(findAgent(userAgent)?.class, name);
      assert.equal(isAgent(userAgent), true);
      assert.equal(isAgent(userAgent, [name]), true);
      assert.equal(isAgent(userAgent.toUpperCase()), true);
    });
  }

  it('reaches each of its entries', () => {
    for (const { token, at } of agents) {
      const userAgent = at === 'start' ? `${token}/2.0 (test)` : `Mozilla/5.0 (compatible; ${token}/1.0)`;
      assert.equal(findAgent(userAgent)?.token, token, userAgent);
    }
  });

  it('switches classes separately', () => {
    assert.equal(isAgent('GPTBot/1.2', ['search', 'social']), false);
    assert.equal(isAgent('GPTBot/1.2', ['search', 'ai-training']), true);
    assert.equal(isAgent('GPTBot/1.2', []), false);
  });

  it('finds whole words only', () => {
    assert.equal(isAgent('yetibrowser/1.0'), false);
    assert.equal(isAgent('Mozilla/5.0 accbot/1.0'), false);
  });

  it('has a date, a source and a class for each entry, and no entry twice', () => {
    assert.match(AGENTS_DATE, /^\d{4}-\d{2}-\d{2}$/);
    for (const agent of agents) {
      assert.ok(URL.canParse(agent.source), agent.token);
      assert.ok(AGENT_CLASSES.includes(agent.class), agent.token);
    }
    const places = agents.map(({ token, at }) => `${token.toLowerCase()} ${at}`);
    assert.equal(new Set(places).size, agents.length);
  });

  it('holds no token that exists in robots.txt only', () => {
    const tokens = new Set(agents.map(({ token }) => token));
    for (const token of ['Google-Extended', 'Applebot-Extended', 'instagram', 'pinterest', 'naver', 'WhatsApp']) {
      assert.ok(!tokens.has(token), token);
    }
  });
});

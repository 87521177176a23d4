/**
 * The user agents that are served rendered pages: data, with the class and the source of each entry.
 *
 * Only tokens that are really sent in the `User-Agent` header of a request are listed. `Google-Extended` and
 * `Applebot-Extended` exist in robots.txt alone, and the agent of ChatGPT signs its requests but looks like Chrome.
 */

/** What a bot fetches pages for. */
export type AgentClass = 'search' | 'ai-search' | 'ai-training' | 'ai-user' | 'social' | 'tools';

/** One user agent that is served rendered pages. */
export interface Agent {
  /** What is looked for in the `User-Agent` header, as a whole word and in any case. */
  readonly token: string;
  /** `start`: the header has to begin with the token, since apps of real people carry the same word further on. */
  readonly at?: 'start';
  /** Who runs it. */
  readonly operator: string;
  /** What it fetches pages for. */
  readonly class: AgentClass;
  /** Where the token is documented, or where it was collected. */
  readonly source: string;
}

/** The day on which the list was last checked against its sources (ISO 8601). */
export const AGENTS_DATE = '2026-11-21';

/** Every class there is. */
export const AGENT_CLASSES: readonly AgentClass[] = [
  'search',
  'ai-search',
  'ai-training',
  'ai-user',
  'social',
  'tools',
];

const GOOGLE_CRAWLERS = 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-common-crawlers';
const GOOGLE_SPECIAL = 'https://developers.google.com/crawling/docs/crawlers-fetchers/google-special-case-crawlers';
const GOOGLE_USER_TRIGGERED =
  'https://developers.google.com/crawling/docs/crawlers-fetchers/google-user-triggered-fetchers';
const BING = 'https://www.bing.com/webmasters/help/which-crawlers-does-bing-use-8c184ec0';
const OPENAI = 'https://platform.openai.com/docs/bots';
const ANTHROPIC =
  'https://support.claude.com/en/articles/8896518-does-anthropic-crawl-data-from-the-web-and-how-can-site-owners-block-the-crawler';
const PERPLEXITY = 'https://docs.perplexity.ai/guides/bots';
const META = 'https://developers.facebook.com/docs/sharing/webmasters/web-crawlers';
const AMAZON = 'https://developer.amazon.com/amazonbot';
const MISTRAL = 'https://docs.mistral.ai/robots';
const KIMI = 'https://www.kimi.ai/policies/kimi-bot';
const YANDEX = 'https://yandex.com/support/webmaster/en/robot-workings/check-yandex-robots';
const AI_ROBOTS_TXT = 'https://github.com/ai-robots-txt/ai.robots.txt/blob/main/robots.json';
const CRAWLER_USER_AGENTS = 'https://github.com/monperrus/crawler-user-agents/blob/master/crawler-user-agents.json';
const SLACK = 'https://api.slack.com/robots';

/** The list, in the order of the classes. */
export const agents: readonly Agent[] = [
  { token: 'Googlebot', operator: 'Google', class: 'search', source: GOOGLE_CRAWLERS },
  { token: 'Google-InspectionTool', operator: 'Google', class: 'search', source: GOOGLE_CRAWLERS },
  { token: 'GoogleOther', operator: 'Google', class: 'search', source: GOOGLE_CRAWLERS },
  { token: 'Storebot-Google', operator: 'Google', class: 'search', source: GOOGLE_CRAWLERS },
  { token: 'AdsBot-Google', operator: 'Google', class: 'search', source: GOOGLE_SPECIAL },
  { token: 'Mediapartners-Google', operator: 'Google', class: 'search', source: GOOGLE_SPECIAL },
  { token: 'bingbot', operator: 'Microsoft', class: 'search', source: BING },
  { token: 'BingPreview', operator: 'Microsoft', class: 'search', source: BING },
  { token: 'AdIdxBot', operator: 'Microsoft', class: 'search', source: BING },
  { token: 'MicrosoftPreview', operator: 'Microsoft', class: 'search', source: BING },
  {
    token: 'DuckDuckBot',
    operator: 'DuckDuckGo',
    class: 'search',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckduckbot',
  },
  { token: 'Applebot', operator: 'Apple', class: 'search', source: 'https://support.apple.com/en-us/119829' },
  { token: 'YandexBot', operator: 'Yandex', class: 'search', source: YANDEX },
  { token: 'YandexImages', operator: 'Yandex', class: 'search', source: YANDEX },
  { token: 'YandexMobileBot', operator: 'Yandex', class: 'search', source: YANDEX },
  { token: 'YandexRenderResourcesBot', operator: 'Yandex', class: 'search', source: YANDEX },
  { token: 'YandexScreenshotBot', operator: 'Yandex', class: 'search', source: YANDEX },
  { token: 'YandexWebmaster', operator: 'Yandex', class: 'search', source: YANDEX },
  {
    token: 'Baiduspider',
    operator: 'Baidu',
    class: 'search',
    source: 'https://help.baidu.com/question?prod_id=99&class=0&id=3001',
  },
  {
    token: 'Yeti',
    operator: 'Naver',
    class: 'search',
    source: 'https://searchadvisor.naver.com/guide/seo-basic-firewall',
  },
  {
    token: 'SeznamBot',
    operator: 'Seznam',
    class: 'search',
    source: 'https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/',
  },
  {
    token: 'Sogou web spider',
    operator: 'Sogou',
    class: 'search',
    source: 'https://www.sogou.com/docs/help/webmasters.htm',
  },
  {
    token: 'Sogou inst spider',
    operator: 'Sogou',
    class: 'search',
    source: 'https://www.sogou.com/docs/help/webmasters.htm',
  },
  {
    token: 'Sogou Pic Spider',
    operator: 'Sogou',
    class: 'search',
    source: 'https://www.sogou.com/docs/help/webmasters.htm',
  },
  {
    token: 'Sogou News Spider',
    operator: 'Sogou',
    class: 'search',
    source: 'https://www.sogou.com/docs/help/webmasters.htm',
  },
  { token: '360Spider', operator: 'Qihoo 360', class: 'search', source: CRAWLER_USER_AGENTS },
  { token: 'Yahoo! Slurp', operator: 'Yahoo', class: 'search', source: CRAWLER_USER_AGENTS },
  { token: 'PetalBot', operator: 'Huawei', class: 'search', source: 'https://webmaster.petalsearch.com/site/petalbot' },
  { token: 'Qwantbot', operator: 'Qwant', class: 'search', source: 'https://help.qwant.com/bot/' },
  { token: 'Qwantify', operator: 'Qwant', class: 'search', source: 'https://help.qwant.com/bot/' },
  { token: 'MojeekBot', operator: 'Mojeek', class: 'search', source: 'https://www.mojeek.com/bot.html' },
  {
    token: 'Bravebot',
    operator: 'Brave',
    class: 'search',
    source: 'https://search.brave.com/help/brave-search-crawler',
  },
  { token: 'Kagibot', operator: 'Kagi', class: 'search', source: 'https://kagi.com/bot' },
  { token: 'coccocbot-web', operator: 'Coc Coc', class: 'search', source: 'https://help.coccoc.com/searchengine' },
  { token: 'OAI-SearchBot', operator: 'OpenAI', class: 'ai-search', source: OPENAI },
  { token: 'OAI-AdsBot', operator: 'OpenAI', class: 'ai-search', source: OPENAI },
  { token: 'Claude-SearchBot', operator: 'Anthropic', class: 'ai-search', source: ANTHROPIC },
  { token: 'PerplexityBot', operator: 'Perplexity', class: 'ai-search', source: PERPLEXITY },
  { token: 'Google-CloudVertexBot', operator: 'Google', class: 'ai-search', source: GOOGLE_CRAWLERS },
  { token: 'meta-webindexer', operator: 'Meta', class: 'ai-search', source: META },
  { token: 'Amzn-SearchBot', operator: 'Amazon', class: 'ai-search', source: AMAZON },
  { token: 'MistralAI-Index', operator: 'Mistral', class: 'ai-search', source: MISTRAL },
  { token: 'Kimi-SearchBot', operator: 'Moonshot AI', class: 'ai-search', source: KIMI },
  { token: 'YouBot', operator: 'You.com', class: 'ai-search', source: AI_ROBOTS_TXT },
  { token: 'TavilyBot', operator: 'Tavily', class: 'ai-search', source: AI_ROBOTS_TXT },
  { token: 'LinkupBot', operator: 'Linkup', class: 'ai-search', source: 'https://linkup.so/bot' },
  { token: 'ExaBot', operator: 'Exa', class: 'ai-search', source: AI_ROBOTS_TXT },
  {
    token: 'DuckAssistBot',
    operator: 'DuckDuckGo',
    class: 'ai-search',
    source: 'https://duckduckgo.com/duckduckgo-help-pages/results/duckassistbot',
  },
  { token: 'GPTBot', operator: 'OpenAI', class: 'ai-training', source: OPENAI },
  { token: 'ClaudeBot', operator: 'Anthropic', class: 'ai-training', source: ANTHROPIC },
  { token: 'meta-externalagent', operator: 'Meta', class: 'ai-training', source: META },
  { token: 'Amazonbot', operator: 'Amazon', class: 'ai-training', source: AMAZON },
  { token: 'Bytespider', operator: 'ByteDance', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'TikTokSpider', operator: 'ByteDance', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'CCBot', operator: 'Common Crawl', class: 'ai-training', source: 'https://commoncrawl.org/ccbot' },
  { token: 'MistralAI-Training', operator: 'Mistral', class: 'ai-training', source: MISTRAL },
  { token: 'KimiBot', operator: 'Moonshot AI', class: 'ai-training', source: KIMI },
  { token: 'AI2Bot', operator: 'Ai2', class: 'ai-training', source: 'https://allenai.org/crawler' },
  { token: 'Timpibot', operator: 'Timpi', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'cohere-ai', operator: 'Cohere', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'cohere-training-data-crawler', operator: 'Cohere', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'DeepSeekBot', operator: 'DeepSeek', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'PanguBot', operator: 'Huawei', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'Diffbot', operator: 'Diffbot', class: 'ai-training', source: AI_ROBOTS_TXT },
  { token: 'ChatGPT-User', operator: 'OpenAI', class: 'ai-user', source: OPENAI },
  { token: 'Claude-User', operator: 'Anthropic', class: 'ai-user', source: ANTHROPIC },
  { token: 'Perplexity-User', operator: 'Perplexity', class: 'ai-user', source: PERPLEXITY },
  { token: 'Google-Agent', operator: 'Google', class: 'ai-user', source: GOOGLE_USER_TRIGGERED },
  { token: 'Gemini-Deep-Research', operator: 'Google', class: 'ai-user', source: GOOGLE_CRAWLERS },
  { token: 'Google-NotebookLM', operator: 'Google', class: 'ai-user', source: GOOGLE_USER_TRIGGERED },
  { token: 'meta-externalfetcher', operator: 'Meta', class: 'ai-user', source: META },
  { token: 'Amzn-User', operator: 'Amazon', class: 'ai-user', source: AMAZON },
  { token: 'MistralAI-User', operator: 'Mistral', class: 'ai-user', source: MISTRAL },
  { token: 'Kimi-User', operator: 'Moonshot AI', class: 'ai-user', source: KIMI },
  { token: 'Manus-User', operator: 'Manus', class: 'ai-user', source: AI_ROBOTS_TXT },
  { token: 'facebookexternalhit', operator: 'Meta', class: 'social', source: META },
  { token: 'Facebot', operator: 'Meta', class: 'social', source: META },
  { token: 'facebookcatalog', operator: 'Meta', class: 'social', source: META },
  { token: 'meta-externalads', operator: 'Meta', class: 'social', source: META },
  // Before Twitterbot, which it names: "TelegramBot (like TwitterBot)".
  { token: 'TelegramBot', operator: 'Telegram', class: 'social', source: CRAWLER_USER_AGENTS },
  {
    token: 'Twitterbot',
    operator: 'X',
    class: 'social',
    source: 'https://developer.x.com/en/docs/x-for-websites/cards/guides/getting-started',
  },
  { token: 'LinkedInBot', operator: 'LinkedIn', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: 'Slackbot', operator: 'Slack', class: 'social', source: SLACK },
  { token: 'Slack-ImgProxy', operator: 'Slack', class: 'social', source: SLACK },
  { token: 'Discordbot', operator: 'Discord', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: 'WhatsApp/', at: 'start', operator: 'WhatsApp', class: 'social', source: 'https://www.whatsapp.com/' },
  { token: 'SkypeUriPreview', operator: 'Microsoft', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: 'redditbot', operator: 'Reddit', class: 'social', source: CRAWLER_USER_AGENTS },
  {
    token: 'Pinterestbot',
    operator: 'Pinterest',
    class: 'social',
    source: 'https://help.pinterest.com/en/business/article/pinterestbot',
  },
  {
    token: 'Pinterest/0.',
    at: 'start',
    operator: 'Pinterest',
    class: 'social',
    source: 'https://help.pinterest.com/en/business/article/pinterestbot',
  },
  {
    token: 'Snap URL Preview Service',
    operator: 'Snap',
    class: 'social',
    source: 'https://developers.snap.com/robots',
  },
  { token: 'kakaotalk-scrap', operator: 'Kakao', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: 'Embedly', operator: 'Embedly', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: 'Iframely', operator: 'Iframely', class: 'social', source: 'https://iframely.com/docs/about' },
  { token: 'vkShare', operator: 'VK', class: 'social', source: CRAWLER_USER_AGENTS },
  {
    token: 'FlipboardProxy',
    operator: 'Flipboard',
    class: 'social',
    source: 'https://about.flipboard.com/browserproxy/',
  },
  { token: 'bitlybot', operator: 'Bitly', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: 'Mastodon/', at: 'start', operator: 'Mastodon', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: '(Mastodon/', operator: 'Mastodon', class: 'social', source: CRAWLER_USER_AGENTS },
  { token: 'Bluesky Cardyb', operator: 'Bluesky', class: 'social', source: 'https://docs.bsky.app' },
  {
    token: 'Google-PageRenderer',
    operator: 'Google',
    class: 'social',
    source: 'https://developers.google.com/+/web/snippet/',
  },
  {
    token: 'Synapse (bot;',
    at: 'start',
    operator: 'Matrix',
    class: 'social',
    source: 'https://github.com/matrix-org/synapse',
  },
  {
    token: 'Chrome-Lighthouse',
    operator: 'Google',
    class: 'tools',
    source: 'https://developer.chrome.com/docs/lighthouse/overview',
  },
  { token: 'AhrefsBot', operator: 'Ahrefs', class: 'tools', source: 'https://ahrefs.com/robot' },
  { token: 'AhrefsSiteAudit', operator: 'Ahrefs', class: 'tools', source: 'https://ahrefs.com/robot/site-audit' },
  { token: 'SemrushBot', operator: 'Semrush', class: 'tools', source: 'https://www.semrush.com/bot/' },
  { token: 'SiteAuditBot', operator: 'Semrush', class: 'tools', source: 'https://www.semrush.com/bot/' },
  { token: 'MJ12bot', operator: 'Majestic', class: 'tools', source: 'https://mj12bot.com/' },
  { token: 'DotBot', operator: 'Moz', class: 'tools', source: CRAWLER_USER_AGENTS },
  { token: 'rogerbot', operator: 'Moz', class: 'tools', source: CRAWLER_USER_AGENTS },
  {
    token: 'DataForSeoBot',
    operator: 'DataForSEO',
    class: 'tools',
    source: 'https://dataforseo.com/dataforseo-bot',
  },
  {
    token: 'archive.org_bot',
    operator: 'Internet Archive',
    class: 'tools',
    source: 'https://archive.org/details/archive.org_bot',
  },
  {
    token: 'Screaming Frog SEO Spider',
    operator: 'Screaming Frog',
    class: 'tools',
    source: 'https://www.screamingfrog.co.uk/seo-spider/',
  },
  { token: 'sitebulb', operator: 'Sitebulb', class: 'tools', source: 'https://sitebulb.com/' },
  { token: 'botify', operator: 'Botify', class: 'tools', source: 'https://www.botify.com/' },
  { token: 'OnCrawl', operator: 'Oncrawl', class: 'tools', source: 'https://www.oncrawl.com' },
  { token: 'DeepCrawl', operator: 'Lumar', class: 'tools', source: 'https://www.lumar.io/' },
];

// Brings bots to a page renderer, and everybody else past it. A module worker for Cloudflare, on a route of the site.
// Yours to set, in the worker's variables: RENDERER_URL (https, reachable from the internet) and ORIGIN.
// If the renderer takes a token, set the secret PRERENDER_TOKEN.

// Made from the list of render-middleware.
const BOTS = new RegExp(
  '(?:^|[^a-z0-9])(?:Googlebot|Google-InspectionTool|GoogleOther|Storebot-Google|AdsBot-Google|Mediapartners-Google|bingbot|BingPreview|AdIdxBot|MicrosoftPreview|DuckDuckBot|Applebot|YandexBot|YandexImages|YandexMetrika|YandexMobileBot|YandexRenderResourcesBot|YandexScreenshotBot|YandexSitelinks|YandexWebmaster|yandex[.]com/bots|yandex[.]ru/bots|Baiduspider|SeznamBot|Sogou web spider|Sogou inst spider|Sogou Pic Spider|Sogou News Spider|360Spider|Yahoo! Slurp|PetalBot|Qwantbot|Qwantify|MojeekBot|Bravebot|Kagibot|coccocbot-web|Daumoa|msnbot|Teoma|Gigabot|Linguee Bot|Mail[.]RU_Bot|discobot|Aboundex|wotbox|ichiro|coccoc|A6-Indexer|findxbot|Y!J|OpenHoseBot|IstellaBot|FemtosearchBot|YisouSpider|ToutiaoSpider|ZumBot|Bot[.]AraTurka[.]com|AddSearchBot|Jooblebot|NTENTbot|AmazonProductDiscovery|AmazonSellerInitiatedListing|AspiegelBot|JobboerseBot|trovitBot|SeekportBot|Seekport|Google-Read-Aloud|StractBot|search[.]marginalia[.]nu|Nicecrawler|Neevabot|AlexandriaOrgBot|INETDEX-BOT|ImagesiftBot|GeedoBot|GeedoProductSearch|OICrawler|FyndSearchEngine-Crawler|FyndSearchEngine-ReCrawler|Greppr Web Crawler|lyonl-crawler|MagiBot|NestDaddybot|Scrubby|SMTnetPMBot|stepstoneCrawlBot|WepchSearchEngine|7Siters|CyberFindCrawler|FediIndex|fiperbot|FleebsBot|MatchorySearch|NapBot|Sosospider|WadooBot|WikiDo|YoudaoBot|ZyBorg|blekkobot|NaverBot|Swiftbot|Algolia Crawler|Coveobot|Funnelback|GoogleProducer|IndeedJobBot|jobswithgptcom-bot|Owler [(]ows[.]eu|PlayStore-Google|top100[.]rambler[.]ru crawler|GeedoShopProductFinder|OAI-SearchBot|OAI-AdsBot|Claude-SearchBot|PerplexityBot|Google-CloudVertexBot|meta-webindexer|Amzn-SearchBot|MistralAI-Index|Kimi-SearchBot|YouBot|TavilyBot|LinkupBot|ExaBot|DuckAssistBot|Andibot|IbouBot|Anomura|atlassian-bot|AzureAI-SearchBot|bigsur[.]ai|Channel3Bot|Cloudflare-AutoRAG|PhindBot|ShapBot|ZanistaBot|Aranet-SearchBot|iaskspider|TerraCotta|HenkBot|KendraBot|GPTBot|ClaudeBot|meta-externalagent|Amazonbot|Bytespider|TikTokSpider|CCBot|MistralAI-Training|KimiBot|AI2Bot|Timpibot|cohere-ai|cohere-training-data-crawler|DeepSeekBot|PanguBot|Diffbot|YandexAdditional|YandexAdditionalBot|GrokBot|xAI-Bot|bedrockbot|Crawlspace|LAIONDownloader|QuillBot|ICC-Crawler|Cotoyogi|omgili|Claude-Web|anthropic-ai|webzio|FacebookBot|FirecrawlAgent|Kangaroo Bot|ExteContextCrawl|KunatoCrawler|ChatGLM-Spider|Novellum|Spawning-AI|ChatGPT-User|Claude-User|Perplexity-User|Google-Agent|Google-NotebookLM|GoogleAgent-Mariner|Google-Gemini-CLI|Google-Firebase|Gemini-Deep-Research|meta-externalfetcher|Amzn-User|MistralAI-User|Kimi-User|Manus-User|Grok-DeepSearch|xAI-Grok|AmazonBuyForMe|Amazon-Bedrock-AgentCore-Browser|NovaAct|Shap-User|TwinAgent|PerplexityUser|kagi-fetcher|Poggio-Citations|Flyriverbot|Devin|facebookexternalhit|Facebot|facebookcatalog|meta-externalads|facebookplatform|Meta-ExternalHit|TelegramBot|Twitterbot|LinkedInBot|Slackbot|Slack-ImgProxy|Discordbot|SkypeUriPreview|redditbot|Pinterestbot|Snap URL Preview Service|kakaotalk-scrap|Embedly|Iframely|vkShare|FlipboardProxy|FlipboardRSS|FlipboardBot|bitlybot|Bluesky Cardyb|BlueskyPreviewBot|Google-PageRenderer|developers[.]google[.]com/[+]/web/snippet|SummalyBot|PixelfedBot|Mattermost-Bot|ZulipURLPreview|XING-contenttabreceiver|Xing Bot|outbrain|Quora Link Preview|Quora-Bot|Bitrix link preview|SteamChatURLLookup|NotionEmbedder|TweetmemeBot|AddThis|LivelapBot|Yahoo Link Preview|Jetslide|newsharecounts|PaperLiBot|EveryoneSocialBot|Nuzzel|PocketParser|Google Web Preview|VKRobot|Refindbot|Linespider|GroupMeBot|KeybaseBot|BufferLinkPreviewBot|ClickUpLinkUnfurler|EvernoteRichLinkBot|LMArenaUnfurlBot|Mediumbot-MetaTagFetcher|CodaBot|Dazzle BlueSky Bot|Chatwork LinkPreview|DingTalkBot-LinkService|Discourse Forum Onebox|GG PeekBot|GoogleDocs|LoomlyBot|ListGemBot|Chrome-Lighthouse|AhrefsBot|AhrefsSiteAudit|SemrushBot|SiteAuditBot|MJ12bot|DotBot|rogerbot|DataForSeoBot|archive[.]org_bot|Screaming Frog SEO Spider|sitebulb|botify|OnCrawl|DeepCrawl|W3C_Validator|W3C_CSS_Validator|W3C_I18n-Checker|W3C_Unicorn|W3C-checklink|W3C-mobileOK|Validator[.]nu|Google Page Speed Insights|Google-Structured-Data-Testing-Tool|Schema-Markup-Validator|ia_archiver|spbot|linkdexbot|heritrix|SISTRIX Crawler|siteexplorer[.]info|bnf[.]fr_bot|MegaIndex|xovibot|Barkrowler|SEOkicks|PR-CY[.]RU|ZoomBot|Caliperbot|online-webceo-bot|SearchAtlas|RyteBot|SeobilityBot|Dragonbot|BrightEdge Crawler|SiteCheckerBotCrawler|Cocolyzebot|hypestat|OpenGraphCheck|SenutoBot|Audisto Crawler|SERankingBacklinksBot|Archive-It|bl[.]uk_lddc_bot|bne[.]es_bot|RSiteAuditor|XoviOnpageCrawler|NLUX_IAHarvester|AgencyAnalyticsBot|Arquivo-web-crawler|AudistoBot|contentkingapp|LAC_IAHarvester|NLNZ_IAHarvester2024|SERPtimizerBot|showyoubot|Google Page Speed|OpenAI/ChatGPT|Anthropic/Claude|Microsoft/Bing AI|Perplexity|Cohere|ByteDance/TikTok|BytespiderBot|YourBot|AIResearchBot|research-crawler|You-bot|Hugging-Face-AI|HuggingFaceBot|ScaleAI|scale-crawler)(?:[^a-z0-9]|$)|(?:^|[^a-z0-9])(?:compatible; Yeti/|compatible; Daum/|OrangeBot/|DeuSu/|Cliqzbot/|Gluten Free Crawler/|Freespoke/|SeznamHomepageCrawler/|SiteSearch360/|YextBot/|iAskBot/|LinerBot/|SBIntuitionsBot/|newsai/|linkReader/|compatible; Friendica/|Go [(]writefreely/|OdklBot/|EchoboxBot/|OpenGraph[.]io/|Orlo-LinkPreview/|Scoop[.]it/|SnapURLPreview/|BLEXBot/|serpstatbot/|woorankreview/|MarketGoo/|NetpeakCheckerBot/|ClarityBot/)|^(?:Yandex|Seekbot|Flipboard|Iceshrimp|Pleroma|Akkoma|Friendica|gotosocial|Mobilizon|Bridgy Fed|Viber|mattermost|Tumblr|Hatena|ArenaUnfurlBot)(?:[^a-z0-9]|$)|^(?:Yeti/|WhatsApp/|Pinterest/0[.]|Mastodon/|Synapse [(]bot;|Misskey/|Sharkey/|Firefish/|Calckey/|Lemmy/|PieFed/|Mbin/|kbin/|Pixelfed/|PeerTube/|BookWyrm/|Hubzilla/|Takahe/|snac/|Mitra |Mitra/|Smithereen/|Notion/)|(?:[(]Mastodon/|[(]Pixelfed/|[(]BookWyrm/|[(]compatible; zot[)]|[(]Takahe/)',
  'i',
);
const FILES = new RegExp(
  '[.](?:js|mjs|cjs|map|css|less|scss|wasm|json|jsonld|webmanifest|xml|rss|atom|txt|csv|md|png|jpg|jpeg|gif|svg|webp|avif|ico|bmp|tif|tiff|psd|woff|woff2|ttf|otf|eot|mp3|m4a|wav|ogg|oga|flac|mp4|m4v|webm|ogv|mov|avi|mpg|mpeg|wmv|flv|swf|ts|m3u8|vtt|pdf|doc|docx|xls|xlsx|ppt|pptx|odt|ods|odp|epub|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|dmg|iso|exe|msi|apk|torrent)$',
  'i',
);

const CONDITIONS = ['if-none-match', 'if-modified-since'];
// The renderer's log and traces name the request.
const CORRELATION = ['traceparent', 'tracestate', 'x-request-id'];
const LEFT_BEHIND = ['set-cookie', 'content-security-policy'];

function isPage(request, url) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  // A renderer that loads the page must not be sent to a renderer.
  if (request.headers.has('x-prerender') || request.headers.has('x-render-middleware')) return false;
  // Servers of the fediverse ask the same addresses for JSON.
  const accept = request.headers.get('accept') ?? '';
  if (accept !== '' && !/text\/html|application\/xhtml\+xml|text\/\*|\*\/\*/i.test(accept)) return false;
  return !FILES.test(url.pathname);
}

function byAgent(response) {
  const answer = new Response(response.body, response);
  for (const name of ['User-Agent', 'X-Prerender']) {
    const vary =
      answer.headers
        .get('vary')
        ?.toLowerCase()
        .split(/\s*,\s*/) ?? [];
    if (!vary.includes('*') && !vary.includes(name.toLowerCase())) answer.headers.append('vary', name);
  }
  return answer;
}

const withoutScheme = ({ host, pathname, search }) => host + pathname + search;

/** The answer has to begin in time; its body may take longer. */
async function inTime(address, headers) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), 11_000);
  try {
    return await fetch(address, { headers, redirect: 'manual', signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
}

async function rendered(request, url, env) {
  // What is no page, such as a feed, is the site's to send.
  const headers = new Headers({ 'x-render-middleware': '1', 'x-render-fallback': 'origin' });
  // Its metrics and log name the bot.
  headers.set('x-render-bot', request.headers.get('user-agent') ?? 'other');
  for (const name of [...CONDITIONS, ...CORRELATION]) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (env.PRERENDER_TOKEN) headers.set('x-prerender-token', env.PRERENDER_TOKEN);
  const target = new URL(env.ORIGIN).origin + url.pathname + url.search;
  const response = await inTime(`${env.RENDERER_URL.replace(/\/+$/, '')}/${target}`, headers);
  // A status that the page sets itself is for the bot, also 5xx.
  const isOwn = response.headers.get('x-render-status-from') === 'page';
  if (!isOwn && (response.status >= 500 || response.status === 429)) return undefined;
  // A refusal of the renderer's own, and no page.
  if (/^application\/problem\+json/i.test(response.headers.get('content-type') ?? '')) return undefined;
  // A bot would follow a redirect to the address that it has asked for, maybe with another scheme, for ever.
  const location = URL.parse(response.headers.get('location') ?? '', target);
  if (response.status < 400 && location && withoutScheme(location) === withoutScheme(url)) return undefined;
  const answer = byAgent(request.method === 'HEAD' ? new Response(null, response) : response);
  for (const name of LEFT_BEHIND) answer.headers.delete(name);
  return answer;
}

// Cloudflare looks for a default export.
// oxlint-disable-next-line import/no-default-export
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    if (!isPage(request, url)) return fetch(request);
    if (BOTS.test(request.headers.get('user-agent') ?? '')) {
      // Down, slow or failing: the bot gets the page itself.
      const answer = await rendered(request, url, env).catch(() => undefined);
      if (answer) return answer;
    }
    return byAgent(await fetch(request));
  },
};

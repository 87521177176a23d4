// Brings bots to a page renderer, and everybody else past it. A module worker for Cloudflare, on a route of the site.
// Yours to set, in the worker's variables: RENDERER_URL (https, reachable from the internet) and ORIGIN.
// If the renderer takes a token, set the secret PRERENDER_TOKEN.

// Made from the list of render-middleware.
const BOTS = new RegExp(
  '(?:^|[^a-z0-9])(?:Googlebot|Google-InspectionTool|GoogleOther|Storebot-Google|AdsBot-Google|Mediapartners-Google|bingbot|BingPreview|AdIdxBot|MicrosoftPreview|DuckDuckBot|Applebot|YandexBot|YandexImages|YandexMobileBot|YandexRenderResourcesBot|YandexScreenshotBot|YandexWebmaster|Baiduspider|Yeti|SeznamBot|Sogou web spider|Sogou inst spider|Sogou Pic Spider|Sogou News Spider|360Spider|Yahoo! Slurp|PetalBot|Qwantbot|Qwantify|MojeekBot|Bravebot|Kagibot|coccocbot-web|OAI-SearchBot|OAI-AdsBot|Claude-SearchBot|PerplexityBot|Google-CloudVertexBot|meta-webindexer|Amzn-SearchBot|MistralAI-Index|Kimi-SearchBot|YouBot|TavilyBot|LinkupBot|ExaBot|DuckAssistBot|GPTBot|ClaudeBot|meta-externalagent|Amazonbot|Bytespider|TikTokSpider|CCBot|MistralAI-Training|KimiBot|AI2Bot|Timpibot|cohere-ai|cohere-training-data-crawler|DeepSeekBot|PanguBot|Diffbot|ChatGPT-User|Claude-User|Perplexity-User|Google-Agent|Gemini-Deep-Research|Google-NotebookLM|meta-externalfetcher|Amzn-User|MistralAI-User|Kimi-User|Manus-User|facebookexternalhit|Facebot|facebookcatalog|meta-externalads|TelegramBot|Twitterbot|LinkedInBot|Slackbot|Slack-ImgProxy|Discordbot|SkypeUriPreview|redditbot|Pinterestbot|Snap URL Preview Service|kakaotalk-scrap|Embedly|Iframely|vkShare|FlipboardProxy|bitlybot|Bluesky Cardyb|Google-PageRenderer|Chrome-Lighthouse|AhrefsBot|AhrefsSiteAudit|SemrushBot|SiteAuditBot|MJ12bot|DotBot|rogerbot|DataForSeoBot|archive[.]org_bot|Screaming Frog SEO Spider|sitebulb|botify|OnCrawl|DeepCrawl)(?:[^a-z0-9]|$)|^WhatsApp/|^Pinterest/0[.]|^Mastodon/|[(]Mastodon/|^Synapse [(]bot;',
  'i',
);
const FILES = new RegExp(
  '[.](?:js|mjs|cjs|map|css|less|scss|wasm|json|jsonld|webmanifest|xml|rss|atom|txt|csv|md|png|jpg|jpeg|gif|svg|webp|avif|ico|bmp|tif|tiff|psd|woff|woff2|ttf|otf|eot|mp3|m4a|wav|ogg|oga|flac|mp4|m4v|webm|ogv|mov|avi|mpg|mpeg|wmv|flv|swf|ts|m3u8|vtt|pdf|doc|docx|xls|xlsx|ppt|pptx|odt|ods|odp|epub|zip|gz|tgz|bz2|xz|zst|7z|rar|tar|dmg|iso|exe|msi|apk|torrent)$',
  'i',
);

const CONDITIONS = ['if-none-match', 'if-modified-since'];
const LEFT_BEHIND = ['set-cookie', 'content-security-policy'];

function isPage(request, url) {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  // A renderer that loads the page must not be sent to a renderer.
  if (request.headers.has('x-prerender') || request.headers.has('x-render-middleware')) return false;
  return !FILES.test(url.pathname);
}

function byUserAgent(response) {
  const answer = new Response(response.body, response);
  if (!/user-agent|\*/i.test(answer.headers.get('vary') ?? '')) answer.headers.append('vary', 'User-Agent');
  return answer;
}

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
  const headers = new Headers({ 'x-render-middleware': '1' });
  for (const name of CONDITIONS) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  if (env.PRERENDER_TOKEN) headers.set('x-prerender-token', env.PRERENDER_TOKEN);
  const target = new URL(env.ORIGIN).origin + url.pathname + url.search;
  const response = await inTime(`${env.RENDERER_URL.replace(/\/+$/, '')}/${target}`, headers);
  if (response.status >= 500 || response.status === 429) return undefined;
  // A refusal of the renderer's own, and no page.
  if (/^application\/problem\+json/i.test(response.headers.get('content-type') ?? '')) return undefined;
  const answer = byUserAgent(request.method === 'HEAD' ? new Response(null, response) : response);
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
    return byUserAgent(await fetch(request));
  },
};

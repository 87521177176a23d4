// Remembers the last things a visitor looked at. The page names this script only for visitors who agreed to cookies.
{
  const DAYS_90 = 90 * 24 * 60 * 60;
  const read = () => (/(?:^|; )_sf_taste=([\w.-]*)/.exec(document.cookie)?.[1] ?? '').split('.').filter(Boolean);
  const remember = () => {
    const seen = /^\/products\/([\w-]+)$/.exec(location.pathname)?.[1];
    const taste = [...new Set([...(seen ? [seen] : []), ...read()])].slice(0, 5);
    document.cookie = `_sf_taste=${taste.join('.') || '-'}; Path=/; Max-Age=${DAYS_90}; SameSite=Lax`;
  };
  remember();
  addEventListener('storefront:navigate', remember);
}

// A stand-in for the tag of a company that recommends products: it stores the last ones that a visitor has seen.
{
  const DAYS_90 = 90 * 24 * 60 * 60;
  const home = new URL('/hit', document.currentScript.src);
  const read = () => (/(?:^|; )_sf_taste=([\w.-]*)/.exec(document.cookie)?.[1] ?? '').split('.').filter(Boolean);
  const remember = () => {
    const seen = /^\/products\/([\w-]+)$/.exec(location.pathname)?.[1];
    const taste = [...new Set([...(seen ? [seen] : []), ...read()])].slice(0, 5);
    document.cookie = `_sf_taste=${taste.join('.') || '-'}; Path=/; Max-Age=${DAYS_90}; SameSite=Lax`;
    sessionStorage.setItem('_sf_seen', taste.join('.'));
    home.searchParams.set('seen', taste.join('.'));
    new Image().src = home.href;
  };
  remember();
  addEventListener('storefront:navigate', remember);
}

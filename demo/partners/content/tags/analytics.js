// A stand-in for the tag of a company that counts visits: it sets cookies for the whole site and a storage key, and sends a hit.
{
  const YEAR = 365 * 24 * 60 * 60;
  const HALF_AN_HOUR = 30 * 60;
  const home = new URL('/hit', document.currentScript.src);
  // Like such tags: on the widest domain that the browser accepts, so that every subdomain gets the cookie.
  const labels = location.hostname.split('.');
  const domain = labels.length > 1 && !/^\d+$/.test(labels.at(-1)) ? `; Domain=${labels.slice(-2).join('.')}` : '';
  const read = (name) => new RegExp(`(?:^|; )${name}=([\\w-]*)`).exec(document.cookie)?.[1];
  const keep = (name, value, seconds) => {
    document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax${domain}`;
  };
  const random = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36)).join('');
  const count = () => {
    keep('_sf_visitor', read('_sf_visitor') || random(), YEAR);
    keep('_sf_stats', Number(read('_sf_stats') ?? 0) + 1, HALF_AN_HOUR);
    localStorage.setItem('_sf_session', `${Date.now()}`);
    home.searchParams.set('page', location.pathname);
    new Image().src = home.href;
  };
  count();
  addEventListener('storefront:navigate', count);
}

// Counts visits and page views, for this shop alone. The page names this script only for visitors who agreed to cookies.
{
  const YEAR = 365 * 24 * 60 * 60;
  const HALF_AN_HOUR = 30 * 60;
  const read = (name) => new RegExp(`(?:^|; )${name}=([\\w-]*)`).exec(document.cookie)?.[1];
  const keep = (name, value, seconds) => {
    document.cookie = `${name}=${value}; Path=/; Max-Age=${seconds}; SameSite=Lax`;
  };
  const random = () => [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(36)).join('');

  keep('_sf_visitor', read('_sf_visitor') || random(), YEAR);
  keep('_sf_stats', Number(read('_sf_stats') ?? 0) + 1, HALF_AN_HOUR);
}

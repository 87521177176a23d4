import { Link } from 'react-router';

const partner = 'http://partner.invalid';

export function Page({ page }) {
  const title = page[0].toUpperCase() + page.slice(1);
  return (
    <main>
      <title>{title}</title>
      <h1>{title}</h1>
      <nav>
        <Link to="/">Start</Link> <Link to="/other/">Other</Link> <a href="/ahead/">Ahead</a>
      </nav>
      <p>
        <a href="/policies/consent" data-policy-settings="">
          Your privacy
        </a>
      </p>
      <script type="text/plain" data-consent="analytics" src={`${partner}/tag.js`}></script>
      <policy-embed data-consent="media" data-src={`${partner}/film/${page}`} title="Film" width="320" height="180">
        <a href={`${partner}/watch`}>Watch</a>
      </policy-embed>
      <iframe data-consent="media" data-src={`${partner}/map/${page}`} title="Map" width="320" height="180"></iframe>
      <p>
        <img data-consent="social" data-src={`${partner}/picture/${page}`} alt="Picture" width="20" height="20" />
      </p>
      <template data-consent="social" dangerouslySetInnerHTML={{ __html: `<p class="words">Words of ${page}</p>` }} />
    </main>
  );
}

/** The endpoints, as commands that can be copied. */
import type { JSX } from 'hono/jsx/jsx-runtime';

interface DeveloperProps {
  origin: string;
  target: string;
  takesToken: boolean;
}

/**
 * The commands with which a developer can start.
 *
 * @param props.origin - the origin of this service as the client uses it
 * @param props.target - the page that the commands render
 * @param props.takesToken - whether renders need a token
 */
export function Developers({ origin, target, takesToken }: DeveloperProps): JSX.Element {
  const page = encodeURIComponent(target);
  const curl = takesToken ? 'curl -H "Authorization: Bearer $RENDER_TOKEN"' : 'curl';
  const commands = [
    ['The page’s HTML, without its scripts', `${curl} ${quote(`${origin}/render/${page}`)}`],
    ['The same, in the dialect of Prerender', `${curl} ${quote(`${origin}/${target}`)}`],
    ['A JPEG of the page', `${curl} -o page.jpg ${quote(`${origin}/screenshot/${page}?width=1280&height=800`)}`],
    ['Is the browser ready?', `curl ${quote(`${origin}/readyz`)}`],
  ] as const;
  return (
    <section class="stack developers" aria-labelledby="developers">
      <h2 id="developers">For developers</h2>
      <p class="muted">
        Configure your site to forward the requests of bots to this service. The header <code>X-Render-Verdict</code> of
        each response says how the render ended.
      </p>
      <ul>
        {commands.map(([name, command]) => (
          <li>
            <div class="command">
              <p>{name}</p>
              <button class="button button-small" type="button" data-copy={command} hidden>
                Copy
                <span class="visually-hidden">: {name}</span>
              </button>
            </div>
            <pre tabindex={0} role="region" aria-label={`Command: ${name}`}>
              <code>{command}</code>
            </pre>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Quotes a text as one word of a POSIX shell, so that the shell does not interpret its content, which may come from anybody. */
function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

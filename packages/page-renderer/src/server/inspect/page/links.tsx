/** The tab of an inspection about the links of a page: broken ones, those without text, then all. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { CheckedLink } from '../../../crawl/link-check.ts';
import { MAX_LINKS } from '../../../crawl/link-check.ts';
import type { PageLink } from '../../../formats/links.ts';
import { withoutFragment } from '../../../kernel/url.ts';
import { count } from '../../pages/format.ts';
import { Badge, Notice } from '../../pages/notice.tsx';
import type { Tone } from '../../pages/texts.ts';
import type { HtmlProps } from './data.tsx';
import { NoHtml } from './data.tsx';
import { Section, Table } from './parts.tsx';

/** Links that are listed. */
const LISTED = 200;

const OUTCOMES: Readonly<Record<CheckedLink['outcome'], { tone: Tone; label: string }>> = {
  works: { tone: 'success', label: 'Works' },
  broken: { tone: 'danger', label: 'Broken' },
  'not-checked': { tone: 'neutral', label: 'Not checked' },
};

interface LinksProps extends HtmlProps {
  /** Where links lead; null if the client may not look that up now. */
  readonly checked: readonly CheckedLink[] | null;
  /** Whether links to other origins were looked up, too. */
  readonly external: boolean;
  /** The address of this tab with links to other origins looked up, too. */
  readonly others: string;
}

/** See the head of the file. */
export function Links({ html, checked, external: areOthersChecked, others }: LinksProps): JSX.Element {
  if (html === null || html instanceof Error) return <NoHtml html={html} />;
  const { links, count: all } = html.links;
  const internal = links.filter(({ isInternal }) => isInternal);
  const external = links.filter(({ isInternal }) => !isInternal);
  const textless = links.filter(({ text }) => text === '');
  const broken = checked?.filter(({ outcome }) => outcome === 'broken') ?? [];
  const outcomes = new Map(checked?.map((one) => [one.url, one]) ?? []);
  return (
    <>
      <p>
        {count(all, 'link')}: {count(internal.length)} internal, {count(external.length)} to other origins,{' '}
        {count(broken.length)} broken, {count(textless.length)} without text.{' '}
        <span class="muted">
          {areOthersChecked
            ? `At most ${MAX_LINKS} internal and ${MAX_LINKS} other addresses are checked, as far as robots.txt of their sites allows.`
            : `Only internal links are checked, at most ${MAX_LINKS} addresses, as far as robots.txt allows.`}
        </span>
      </p>
      {external.length > 0 && !areOthersChecked && (
        <p>
          <a href={others} rel="nofollow">
            Check the links to other origins, too
          </a>
        </p>
      )}
      {checked === null && (
        <Notice tone="neutral">
          <p>No link was checked, because you have reached your limit of renders. Open this tab again in a minute.</p>
        </Notice>
      )}
      {broken.length > 0 && (
        <Section id="broken" heading={count(broken.length, 'broken link')}>
          <Table
            columns={['Address', 'Why', 'Text']}
            rows={broken.map(({ url, reason }) => [<bdi>{url}</bdi>, reason ?? '', textsOf(url, links)])}
          />
        </Section>
      )}
      {textless.length > 0 && (
        <Section id="textless" heading={`${count(textless.length, 'link')} without text`}>
          <p class="muted">Neither people who cannot see nor bots learn where such a link leads.</p>
          <ul class="plain">
            {textless.slice(0, LISTED).map(({ href }) => (
              <li>
                <bdi>{href}</bdi>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <List id="internal" heading="Internal links" links={internal} outcomes={outcomes} />
      <List
        id="external"
        heading="Links to other origins"
        links={external}
        outcomes={areOthersChecked ? outcomes : undefined}
      />
    </>
  );
}

function textsOf(url: string, links: readonly PageLink[]): string {
  const texts = links.filter(({ href }) => withoutFragment(href) === url).map(({ text }) => text);
  return (
    [...new Set(texts)]
      .filter((text) => text !== '')
      .slice(0, 3)
      .join(' · ') || '–'
  );
}

function List(props: {
  id: string;
  heading: string;
  links: readonly PageLink[];
  outcomes: ReadonlyMap<string, CheckedLink> | undefined;
}): JSX.Element {
  const { id, heading, links, outcomes } = props;
  if (links.length === 0) return <></>;
  const unique = [...new Map(links.map((link) => [`${link.href} ${link.text}`, link])).values()];
  return (
    <Section id={id} heading={heading}>
      <Table
        columns={['Address', 'Text', ...(outcomes ? ['State'] : ['Relations'])]}
        rows={unique
          .slice(0, LISTED)
          .map(({ href, text, rel }) => [
            <bdi>{href}</bdi>,
            text === '' ? <span class="muted">none</span> : <bdi>{text}</bdi>,
            outcomes ? <State checked={outcomes.get(withoutFragment(href))} /> : rel.join(' ') || '–',
          ])}
      />
      {unique.length > LISTED && <p class="small muted">{count(unique.length - LISTED, 'more link')} not shown.</p>}
    </Section>
  );
}

function State({ checked }: { checked: CheckedLink | undefined }): JSX.Element {
  if (!checked) return <>–</>;
  const { tone, label } = OUTCOMES[checked.outcome];
  return (
    <span class="entry">
      <Badge tone={tone}>{label}</Badge>
      {checked.reason !== null && <span class="small muted">{checked.reason}</span>}
    </span>
  );
}

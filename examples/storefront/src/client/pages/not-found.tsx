import type { VNode } from 'preact';
import { Empty } from '../parts/notice.tsx';
import { useHead } from '../state/head.ts';

interface NotFoundProps {
  readonly title?: string;
  readonly text?: string;
}

/** Nothing is at this address. The meta tag tells a renderer, since the shell itself was sent with status 200. */
export function NotFoundPage({
  title = 'Page not found',
  text = 'The link may be outdated or contain a typing error.',
}: NotFoundProps): VNode {
  useHead({ title, status: 404 });
  return (
    <Empty level={1} title={title}>
      <p>{text}</p>
      <a class="button" href="/">
        Go to the shop
      </a>
    </Empty>
  );
}

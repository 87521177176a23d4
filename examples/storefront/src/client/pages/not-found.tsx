import type { VNode } from 'preact';
import { Empty } from '../parts/notice.tsx';
import { useHead } from '../state/head.ts';

interface NotFoundProps {
  readonly title?: string;
  readonly text?: string;
}

/** The page for an unknown address. The meta tag sets the status of the rendered page: the shell was sent with status 200. */
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

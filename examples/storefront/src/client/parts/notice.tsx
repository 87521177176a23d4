import type { ComponentChildren, VNode } from 'preact';
import { useHead } from '../state/head.ts';
import { Icon } from './icon.tsx';

interface FailedProps {
  /** What could not be loaded; the beginning of the sentence. */
  readonly what: string;
  readonly retry: () => void;
  /** Whether it replaces the whole page, and so has a page heading. */
  readonly isPage?: boolean;
}

/** Tells the reader that something could not be loaded, and tells a renderer not to cache the page. */
export function Failed({ what, retry, isPage = false }: FailedProps): VNode {
  const Title: 'h1' | 'p' = isPage ? 'h1' : 'p';
  useHead({ title: 'Something went wrong', status: 503 });
  return (
    <div class="notice notice-danger" role="alert">
      <Icon name="warning" />
      <div class="stack">
        <Title class="notice-title">{what} could not be loaded.</Title>
        <p>Check your connection, then try again.</p>
        <button type="button" class="button button-quiet" onClick={retry}>
          Try again
        </button>
      </div>
    </div>
  );
}

interface EmptyProps {
  readonly level: 1 | 2;
  readonly title: string;
  readonly children: ComponentChildren;
}

/** An empty list, with a suggestion for what to do next. */
export function Empty({ level, title, children }: EmptyProps): VNode {
  const Heading: 'h1' | 'h2' = `h${level}`;
  return (
    <div class="empty stack">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

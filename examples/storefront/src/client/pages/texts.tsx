import type { VNode } from 'preact';
import { Empty } from '../parts/notice.tsx';
import { useHead } from '../state/head.ts';
import { DELIVERY, FREE_DELIVERY_FROM, price } from '../state/money.ts';

/** The company that runs the shop. */
export function AboutPage(): VNode {
  const description = 'Northlight sells a small range of things for the home.';
  useHead({ title: 'About the shop', description, canonical: '/about' });
  return (
    <article class="page stack">
      <h1>A small shop, on purpose</h1>
      <p class="lead">
        Light from the north is even: it flatters nothing and hides nothing. That is how we choose what to keep.
      </p>
      <img src="/pictures/10-room.svg" alt="A cushion with a pattern of hills on a bench" width="800" height="800" />
      <h2>This is a demonstration</h2>
      <p>
        Northlight is not a real shop. It shows how a shop asks for consent and answers requests for personal data, and
        how bots that run no scripts can read pages that are rendered in the browser.
      </p>
    </article>
  );
}

/** Costs and duration of delivery, and returns. */
export function DeliveryPage(): VNode {
  const free = price(FREE_DELIVERY_FROM);
  useHead({ title: 'Delivery and returns', description: `Delivery is free from ${free}.`, canonical: '/delivery' });
  return (
    <article class="page stack">
      <h1>Delivery and returns</h1>
      <p class="lead">Free from {free}, and 30 days for returns.</p>
      <h2>What it costs</h2>
      <p>
        {price(DELIVERY)} for goods below {free}, and nothing from there on. It takes 2 to 4 days.
      </p>
      <h2>Returns</h2>
      <p>
        Send it back in the same box within 30 days, unused or used once. You get your money back on the day that the
        box arrives. If something arrives broken, we replace it, and you need not send it back.
      </p>
    </article>
  );
}

/** The page for an unknown address. The meta tag sets the status of the rendered page: the shell was sent with status 200. */
export function NotFoundPage({
  title = 'Page not found',
  text = 'The link may be outdated or contain a typing error.',
}: {
  readonly title?: string;
  readonly text?: string;
}): VNode {
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

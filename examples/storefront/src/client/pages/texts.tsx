import type { VNode } from 'preact';
import { useHead } from '../state/head.ts';
import { DELIVERY, FREE_DELIVERY_FROM, price } from '../state/money.ts';

/** The company that runs the shop. */
export function AboutPage(): VNode {
  useHead({
    title: 'About the shop',
    description: 'Northlight sells a small range of things for the home, and explains why it chose each of them.',
    canonical: '/about',
  });
  return (
    <article class="prose text-page">
      <h1>A small shop, on purpose</h1>
      <p class="lead">
        Light from the north is even: it flatters nothing and hides nothing. That is how we choose what to keep.
      </p>
      <img
        src="/pictures/10-room.svg"
        alt="A cushion with a pattern of hills on a wooden bench"
        width="800"
        height="800"
      />
      <h2>Twelve things</h2>
      <p>
        There are shops with a hundred lamps. We have three, and we have lived with each for a year before it came in.
        When we find something better, we stop selling something else.
      </p>
      <h2>Made to be repaired</h2>
      <p>
        Lamps have screws, not glue. Covers can be removed. Plates are also sold singly, in case one of yours breaks. If
        we cannot say how a product is repaired, we do not sell it.
      </p>
      <h2>This is a demonstration</h2>
      <p>
        Northlight is not a real shop. It shows how bots that run no scripts can read a shop whose pages are rendered in
        the browser. You cannot buy anything here.
      </p>
      <a class="button" href="/">
        See the twelve things
      </a>
    </article>
  );
}

/** Costs and duration of delivery, and returns. */
export function DeliveryPage(): VNode {
  useHead({
    title: 'Delivery and returns',
    description: `Delivery is free from ${price(FREE_DELIVERY_FROM)}. You have 30 days to send things back.`,
    canonical: '/delivery',
  });
  return (
    <article class="prose text-page">
      <h1>Delivery and returns</h1>
      <p class="lead">Free from {price(FREE_DELIVERY_FROM)}, and 30 days for returns.</p>
      <h2>What it costs</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Your goods</th>
            <th scope="col">Delivery</th>
            <th scope="col">Time</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>Below {price(FREE_DELIVERY_FROM)}</td>
            <td>{price(DELIVERY)}</td>
            <td>2 to 4 days</td>
          </tr>
          <tr>
            <td>{price(FREE_DELIVERY_FROM)} and above</td>
            <td>Free</td>
            <td>2 to 4 days</td>
          </tr>
        </tbody>
      </table>
      <h2>How it is packed</h2>
      <p>
        In paper and cardboard that you can open without a knife. Plates are packed upright, so that they do not break.
      </p>
      <h2>Returns</h2>
      <p>
        Send it back in the same box within 30 days, unused or used once. You get your money back on the day that the
        box arrives. If something arrives broken, we replace it, and you need not send it back.
      </p>
    </article>
  );
}

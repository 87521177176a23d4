import type { VNode } from 'preact';
import { useHead } from '../state/head.ts';
import { DELIVERY, FREE_DELIVERY_FROM, price } from '../state/money.ts';

/** Who is behind the shop. */
export function AboutPage(): VNode {
  useHead({
    title: 'About the shop',
    description: 'Northlight keeps a small range of things for the home, and says why each of them is in it.',
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
        When something better turns up, something else goes.
      </p>
      <h2>Made to be mended</h2>
      <p>
        Lamps have screws, not glue. Covers come off. Plates are sold one by one when one of yours has met the floor. If
        we can't tell how a thing is repaired, we don't sell it.
      </p>
      <h2>And now the truth</h2>
      <p>
        Northlight is a demonstration. It shows how a shop that is put together in the browser is still read by machines
        that run no scripts. Nothing here can be bought.
      </p>
      <a class="button" href="/">
        See the twelve things
      </a>
    </article>
  );
}

/** What delivery costs, how long it takes, how to send things back. */
export function DeliveryPage(): VNode {
  useHead({
    title: 'Delivery and returns',
    description: `Delivery is free from ${price(FREE_DELIVERY_FROM)}. You have 30 days to send things back.`,
    canonical: '/delivery',
  });
  return (
    <article class="prose text-page">
      <h1>Delivery and returns</h1>
      <p class="lead">Free from {price(FREE_DELIVERY_FROM)}, and 30 days to change your mind.</p>
      <h2>What it costs</h2>
      <table>
        <thead>
          <tr>
            <th scope="col">Your goods</th>
            <th scope="col">Delivery</th>
            <th scope="col">Takes</th>
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
        In paper and cardboard, with nothing that has to be cut open with a knife. Plates travel upright; they like
        that.
      </p>
      <h2>Sending it back</h2>
      <p>
        Use the same box within 30 days, used once or not at all. The money is on its way on the day the box arrives.
        What came broken is replaced, and you keep the pieces for your plant pots.
      </p>
    </article>
  );
}

import type { VNode } from 'preact';
import type { Product, Review, ReviewList } from '../state/api.ts';
import { useResource } from '../state/use-resource.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

function ReviewCard({ review: { author, rating, words, picture, writtenAt } }: { readonly review: Review }): VNode {
  return (
    <li class="review row">
      {picture !== null && (
        <img src={picture} alt={`Picture by ${author}`} width="160" height="160" loading="lazy" decoding="async" />
      )}
      <div>
        <p class="review-stars">
          <span aria-hidden="true">{'★'.repeat(rating) + '☆'.repeat(5 - rating)}</span>
          <span class="visually-hidden">{rating} of 5 stars</span>
        </p>
        <p class="review-words">{words}</p>
        <p class="muted">
          {author}, <time dateTime={writtenAt}>{day.format(new Date(writtenAt))}</time>
        </p>
      </div>
    </li>
  );
}

/** The reviews of a product. If they cannot be loaded, the rest of the page works without them. */
export function Reviews({ product: { id } }: { readonly product: Product }): VNode {
  const list = useResource<ReviewList>(`/api/products/${id}/reviews`);
  const reviews = list.state === 'ready' ? list.data.reviews : [];
  return (
    <section class="stack" id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      {list.state === 'ready' && reviews.length === 0 && <p class="muted">There are no reviews yet.</p>}
      {reviews.length > 0 && (
        <ul class="stack">
          {reviews.map((review) => (
            <ReviewCard key={review.id} review={review} />
          ))}
        </ul>
      )}
      <p>
        <a href={`/reviews/new?product=${id}`}>Write a review</a>
      </p>
    </section>
  );
}

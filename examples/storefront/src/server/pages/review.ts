import type { Product } from '../catalogue.ts';
import { choice, errorSummary, type FieldError, fileField, textArea } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html } from './html.ts';

/** What the form shows. */
export interface ReviewForm {
  /** As chosen. */
  readonly rating: string;
  /** As typed. */
  readonly words: string;
  readonly errors: readonly FieldError[];
}

const LABELS = { product: 'Product', rating: 'Stars', words: 'Your review', picture: 'Picture' };
const RATINGS = { 5: '5 – very good', 4: '4 – good', 3: '3 – fair', 2: '2 – poor', 1: '1 – very poor' };

/** The form for a review of a product. @param product null if the sent form could not be read */
export function reviewPage(product: Product | null, { rating, words, errors }: ReviewForm): ServerPage {
  const title = product === null ? 'Your review' : `Review: ${product.name}`;
  const content = html`<div class="form-page">
    <header class="form-head">
      <h1>${title}</h1>
      <p class="muted">Your review and your name are public.</p>
    </header>
    ${errorSummary(errors, LABELS)}
    ${
      product === null
        ? html`<p><a href="/account/orders">Your orders</a></p>`
        : html`<form class="form" method="post" action="/reviews" enctype="multipart/form-data" novalidate>
            <input type="hidden" name="product" value="${product.id}" />
            ${choice({ name: 'rating', label: LABELS.rating, value: rating, choices: RATINGS, errors })}
            ${textArea({ name: 'words', label: LABELS.words, value: words, maxLength: 2000, errors })}
            ${fileField({ name: 'picture', label: LABELS.picture, hint: 'JPEG, PNG or WebP, at most 3 MB. Optional.', accept: 'image/jpeg,image/png,image/webp', errors })}
            <button class="button button-wide">Publish</button>
          </form>`
    }
  </div>`;
  return { title, path: '/reviews/new', content };
}

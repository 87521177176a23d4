import type { Product } from '../catalogue.ts';
import type { FieldError } from '../input.ts';
import { errorSummary, field } from './form.ts';
import type { ServerPage } from './frame.ts';
import { html } from './html.ts';

/** What the form shows, as chosen and typed. */
export interface ReviewForm {
  readonly rating: string;
  readonly words: string;
  readonly errors: readonly FieldError[];
}

const LABELS = { product: 'Product', rating: 'Stars', words: 'Your review', picture: 'Picture' };
const RATINGS = { '': 'Choose …', 5: '5 – very good', 4: '4 – good', 3: '3 – fair', 2: '2 – poor', 1: '1 – very poor' };
const HINT = 'JPEG, PNG or WebP, at most 3 MB. Optional.';

/** The form for a review of a product. @param product null if the sent form could not be read */
export function reviewPage(product: Product | null, { rating, words, errors }: ReviewForm): ServerPage {
  const title = product === null ? 'Your review' : `Review: ${product.name}`;
  const options = Object.entries(RATINGS).map(
    ([value, label]) => html`<option value="${value}" ${value === rating && html`selected`}>${label}</option>`,
  );
  const stars = field(
    { name: 'rating', label: LABELS.rating, errors },
    (attributes) =>
      html`<select class="field-input" name="rating" required ${attributes}>
        ${options}
      </select>`,
  );
  const area = field(
    { name: 'words', label: LABELS.words, errors },
    (attributes) =>
      html`<textarea class="field-input" name="words" rows="6" maxlength="2000" required ${attributes}>
${words}</textarea>`,
  );
  const picture = field(
    { name: 'picture', label: LABELS.picture, hint: HINT, errors },
    (attributes) => html`<input type="file" name="picture" accept="image/jpeg,image/png,image/webp" ${attributes} />`,
  );
  const content = html`<div class="page page-narrow stack">
    <header>
      <h1>${title}</h1>
      <p class="muted">Your review and your name are public.</p>
    </header>
    ${errorSummary(errors, LABELS)}
    ${
      product === null
        ? html`<p><a href="/account/orders">Your orders</a></p>`
        : html`<form class="stack" method="post" action="/reviews" enctype="multipart/form-data" novalidate>
            <input type="hidden" name="product" value="${product.id}" />
            ${stars} ${area} ${picture}
            <button class="button">Publish</button>
          </form>`
    }
  </div>`;
  return { title, path: '/reviews/new', content };
}

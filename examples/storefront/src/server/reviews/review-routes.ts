import express, { type Request, type Response, Router } from 'express';
import { isUniqueViolation } from 'policy-engine/database';
import { requireUser, sendDone, sendInvalid, sendPage, userOf } from '../answers.ts';
import { findProduct } from '../catalogue.ts';
import { type FieldError, text } from '../input.ts';
import { wantsJson } from '../responses.ts';
import type { Shop } from '../shop.ts';
import { MAX_PICTURE } from './pictures.ts';
import { insertReview } from './reviews.ts';

const MAX_WORDS = 2000;
/** The largest form that is read; a picture that is a little too large is an error at its field. */
const MAX_FORM = 16_000_000;

const LABELS = { product: 'Product', rating: 'Stars', words: 'Your review', picture: 'Picture' };

/** The errors of a form, by the field and the code. */
const ERRORS = {
  'product invalid': 'There is no such product.',
  'product taken': 'You have reviewed this already.',
  'rating required': 'Choose one to five stars.',
  'words required': 'Tell others what you think.',
  'words too_long': `Use at most ${MAX_WORDS} characters.`,
  'picture invalid': 'Use a JPEG, PNG or WebP picture.',
  'picture too_large': 'Use a picture of at most 3 MB.',
} as const;

function errorOf(key: keyof typeof ERRORS): FieldError {
  const [field = '', code = ''] = key.split(' ');
  return { field, code, detail: ERRORS[key] };
}

/** A submitted review, before its picture is checked. */
interface Sent {
  readonly product: string;
  readonly rating: string;
  readonly words: string;
  readonly picture: Buffer | null;
}

/** Reads a form with a file. Throws the same errors as for an unreadable body. */
async function sentIn(request: Request): Promise<Sent> {
  const headers = { 'content-type': request.get('content-type') ?? '' };
  const body = new globalThis.Response(request.body as Buffer<ArrayBuffer>, { headers });
  const form = await body.formData().catch(() => {
    throw Object.assign(new Error('the form cannot be read'), { status: 400 });
  });
  const picture = form.get('picture');
  const line = (name: string) => text(form.get(name)).trim();
  const hasPicture = picture instanceof File && picture.size > 0;
  const bytes = hasPicture ? Buffer.from(await picture.arrayBuffer()) : null;
  return { product: line('product'), rating: line('rating'), words: line('words'), picture: bytes };
}

function errorsOf({ product, rating, words, picture }: Sent): FieldError[] {
  const found: (keyof typeof ERRORS | false)[] = [
    findProduct(product) === undefined && 'product invalid',
    !/^[1-5]$/.test(rating) && 'rating required',
    words === '' && 'words required',
    words.length > MAX_WORDS && 'words too_long',
    picture !== null && picture.length > MAX_PICTURE && 'picture too_large',
  ];
  return found.filter((key) => key !== false).map(errorOf);
}

/** The page `/reviews/new` and `POST /reviews`. */
export function reviewRoutes(shop: Shop): Router {
  const { database, pictures } = shop;
  const router = Router();
  const signedIn = requireUser(shop, 'Sign in to write a review.', '/');

  async function page(request: Request, response: Response, sent: Omit<Sent, 'picture'>, errors: FieldError[]) {
    const product = findProduct(sent.product);
    if (product === undefined) {
      response.redirect(303, '/');
      return;
    }
    const title = `Review: ${product.name}`;
    const status = errors.length > 0 ? 422 : 200;
    await sendPage(shop, request, response, 'review', { title, status, ...sent, product, labels: LABELS, errors });
  }

  async function write(userId: string, { product, rating, words, picture: bytes }: Sent): Promise<FieldError[]> {
    const picture = bytes === null ? null : await pictures.keep(bytes);
    if (picture === undefined) return [errorOf('picture invalid')];
    try {
      await insertReview(database, userId, { productId: product, rating: Number(rating), words, picture });
      return [];
    } catch (error) {
      // Without its row, nothing refers to the file.
      if (picture !== null) await pictures.remove(picture);
      if (isUniqueViolation(error)) return [errorOf('product taken')];
      throw error;
    }
  }

  router.get('/reviews/new', signedIn, (request, response) =>
    page(request, response, { product: text(request.query['product']), rating: '', words: '' }, []),
  );

  const body = express.raw({ type: 'multipart/form-data', limit: MAX_FORM });
  router.post('/reviews', signedIn, body, async (request, response) => {
    const sent = await sentIn(request);
    const wrong = errorsOf(sent);
    const errors = wrong.length > 0 ? wrong : await write(userOf(response).id, sent);
    if (errors.length === 0) {
      const to = `/products/${sent.product}#reviews`;
      sendDone(request, response, { status: 201, json: { review: { product: sent.product } }, to });
    } else if (wantsJson(request)) sendInvalid(request, response, errors);
    else await page(request, response, sent, errors);
  });

  return router;
}

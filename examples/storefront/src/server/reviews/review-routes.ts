import express, { type ErrorRequestHandler, type Request, type Response, Router } from 'express';
import { isUniqueViolation } from 'policy-engine/database';
import { sendInvalid, sendPage, sendPrivateJson } from '../accounts/answers.ts';
import { text, wantsJson } from '../accounts/input.ts';
import type { AccountSources } from '../accounts/session-routes.ts';
import { sendProblem } from '../api.ts';
import { findProduct } from '../catalogue.ts';
import type { FieldError } from '../pages/form.ts';
import { type ReviewForm, reviewPage } from '../pages/review.ts';
import { MAX_PICTURE, type ReviewPictures } from './pictures.ts';
import { insertReview } from './reviews.ts';

/** The longest text of a review. */
export const MAX_WORDS = 2000;
/** Maximum size of the other fields of the form. */
const FORM = 20_000;

const tooLarge: FieldError = { field: 'picture', code: 'too_large', detail: 'Use a picture of at most 3 MB.' };
const noPicture: FieldError = { field: 'picture', code: 'invalid', detail: 'Use a JPEG, PNG or WebP picture.' };
const twice: FieldError = { field: 'product', code: 'taken', detail: 'You have reviewed this already.' };

/** Reads a form with a file. Throws the same errors as for an unreadable body. */
async function formOf(request: Request): Promise<FormData> {
  try {
    const headers = { 'content-type': request.get('content-type') ?? '' };
    return await new globalThis.Response(request.body as Buffer<ArrayBuffer>, { headers }).formData();
  } catch {
    throw Object.assign(new Error('the form can not be read'), { status: 400 });
  }
}

/** A submitted review, before its picture is checked. */
interface Sent extends Pick<ReviewForm, 'rating' | 'words'> {
  readonly product: string;
  readonly picture: Buffer | null;
}

async function sentIn(request: Request): Promise<Sent> {
  const form = await formOf(request);
  const [picture, line] = [form.get('picture'), (name: string) => text(form.get(name)).trim()];
  const hasPicture = picture instanceof File && picture.size > 0;
  return {
    product: line('product'),
    rating: line('rating'),
    words: line('words'),
    picture: hasPicture ? Buffer.from(await picture.arrayBuffer()) : null,
  };
}

function errorsOf({ product, rating, words, picture }: Sent): FieldError[] {
  return [
    ...(findProduct(product) ? [] : [{ field: 'product', code: 'invalid', detail: 'There is no such product.' }]),
    ...(/^[1-5]$/.test(rating) ? [] : [{ field: 'rating', code: 'required', detail: 'Choose one to five stars.' }]),
    ...(words === '' ? [{ field: 'words', code: 'required', detail: 'Tell others what you think.' }] : []),
    ...(words.length > MAX_WORDS
      ? [{ field: 'words', code: 'too_long', detail: `Use at most ${MAX_WORDS} characters.` }]
      : []),
    ...(picture !== null && picture.length > MAX_PICTURE ? [tooLarge] : []),
  ];
}

/** The page `/reviews/new` and `POST /reviews`. */
export function reviewRoutes(sources: AccountSources, pictures: ReviewPictures): Router {
  const { database, sessions } = sources;
  const router = Router();

  async function page(request: Request, response: Response, id: string, form: ReviewForm, status: number) {
    const product = findProduct(id);
    if (product) await sendPage(sources, request, response, reviewPage(product, form), status);
    else response.redirect(303, '/');
  }

  async function refused(request: Request, response: Response, sent: Sent, errors: readonly FieldError[]) {
    if (wantsJson(request)) sendInvalid(request, response, errors);
    else await page(request, response, sent.product, { ...sent, errors }, 422);
  }

  async function write(userId: string, { product, rating, words, picture: bytes }: Sent): Promise<FieldError | null> {
    const picture = bytes === null ? null : await pictures.keep(bytes);
    if (picture === undefined) return noPicture;
    try {
      await insertReview(database, userId, { productId: product, rating: Number(rating), words, picture });
      return null;
    } catch (error) {
      // Without its row, nothing refers to the file.
      if (picture !== null) await pictures.remove(picture);
      if (isUniqueViolation(error)) return twice;
      throw error;
    }
  }

  router.get('/reviews/new', async (request, response) => {
    const id = text(request.query['product']);
    if (await sessions.userOf(request)) {
      await page(request, response, id, { rating: '', words: '', errors: [] }, 200);
    } else response.redirect(303, `/sign-in?return_to=${encodeURIComponent(request.originalUrl)}`);
  });

  router.post(
    '/reviews',
    express.raw({ type: 'multipart/form-data', limit: MAX_PICTURE + FORM }),
    async (request, response) => {
      const user = await sessions.userOf(request);
      if (!user) {
        if (wantsJson(request)) sendProblem(response, 401, 'Not signed in', 'Sign in to write a review.');
        else response.redirect(303, '/sign-in');
        return;
      }
      const sent = await sentIn(request);
      const errors = errorsOf(sent);
      const error = errors.length > 0 ? null : await write(user.id, sent);
      if (errors.length > 0 || error !== null) {
        await refused(request, response, sent, error === null ? errors : [error]);
      } else if (wantsJson(request)) sendPrivateJson(response, 201, { review: { product: sent.product } });
      else response.redirect(303, `/products/${sent.product}#reviews`);
    },
  );
  router.use('/reviews', onTooLarge(sources));

  return router;
}

/** A form that is too large is not read at all, so its product is unknown. */
function onTooLarge(sources: AccountSources): ErrorRequestHandler {
  return async (error: { readonly type?: string }, request: Request, response: Response, next) => {
    if (error.type !== 'entity.too.large') next(error);
    else if (wantsJson(request)) sendInvalid(request, response, [tooLarge]);
    else
      await sendPage(sources, request, response, reviewPage(null, { rating: '', words: '', errors: [tooLarge] }), 422);
  };
}

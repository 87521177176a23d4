import type { Database } from 'policy-engine';
import { createId, timeText } from 'policy-engine/database';
import { findProduct } from '../catalogue.ts';
import { run } from '../database/statements.ts';
import { PICTURES, type ReviewPictures } from './pictures.ts';

/** A review of a product. */
export interface Review {
  readonly id: string;
  readonly productId: string;
  readonly product: string;
  /** Its author. */
  readonly author: string;
  /** 1 to 5. */
  readonly rating: number;
  readonly words: string;
  /** Path on this site; null without one. */
  readonly picture: string | null;
  /** ISO 8601, UTC. */
  readonly writtenAt: string;
}

type ReviewRow = Pick<Review, 'id' | 'rating' | 'words' | 'picture' | 'author'> & {
  readonly product_id: string;
  readonly written_at: string;
};

const COLUMNS = 'r.id, r.product_id, r.rating, r.words, r.picture, r.written_at, u.name as author';
const FROM = 'from storefront_reviews r join storefront_users u on u.id = r.user_id';

function reviewOf({ product_id: productId, picture, written_at: writtenAt, ...row }: ReviewRow): Review {
  const product = findProduct(productId)?.name ?? productId;
  return { ...row, productId, product, writtenAt, picture: picture === null ? null : `/${PICTURES}/${picture}` };
}

/** The newest reviews of a product. */
export async function reviewsOfProduct(database: Database, productId: string): Promise<Review[]> {
  const sql = `select ${COLUMNS} ${FROM} where r.product_id = ? order by r.written_at desc, r.id desc limit 20`;
  const { rows } = await run<ReviewRow>(database, sql, [productId]);
  return rows.map(reviewOf);
}

/** A page of a person's reviews, by id: those after a given one, or the first ones. */
export async function reviewsOf(database: Database, userId: string, limit: number, after?: Review): Promise<Review[]> {
  const sql = `select ${COLUMNS} ${FROM} where r.user_id = ? and r.id > ? order by r.id limit ?`;
  const { rows } = await run<ReviewRow>(database, sql, [userId, after?.id ?? '', limit]);
  return rows.map(reviewOf);
}

/**
 * Inserts a review; its picture is the name of a file.
 *
 * @throws the driver's unique violation if this person has already reviewed this product
 */
export async function insertReview(
  database: Database,
  userId: string,
  review: Pick<Review, 'productId' | 'rating' | 'words' | 'picture'>,
): Promise<void> {
  const { productId, rating, words, picture } = review;
  await run(
    database,
    `insert into storefront_reviews (id, user_id, product_id, rating, words, picture, written_at)
    values (?, ?, ?, ?, ?, ?, ?)`,
    [createId(), userId, productId, rating, words, picture, timeText(new Date())],
  );
}

/**
 * Removes a person's reviews, each after its picture: the row refers to the file, so it is deleted last. Can be called again
 * after a failure.
 *
 * @returns the number of removed reviews
 * @throws the system's error for a file that cannot be removed; its review stays, so that the removal can be retried
 */
export async function removeReviews(
  database: Database,
  pictures: ReviewPictures,
  userId: string,
  signal: AbortSignal,
): Promise<number> {
  const sql = 'select id, picture from storefront_reviews where user_id = ?';
  const { rows } = await run<{ id: string; picture: string | null }>(database, sql, [userId]);
  for (const { id, picture } of rows) {
    signal.throwIfAborted();
    if (picture !== null) await pictures.remove(picture);
    await run(database, 'delete from storefront_reviews where id = ?', [id]);
  }
  return rows.length;
}

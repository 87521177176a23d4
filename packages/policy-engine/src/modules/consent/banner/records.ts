/** Records how the banner looks before it is served, so that a decision can name it. The record contains nothing about the visitor. */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BannerLook, DIGITS_IN_PAGE, type ServedBanner, type ServedBanners } from '../../appearance/index.ts';
import { assetText } from '../../../platform/web/assets.ts';
import { DrawnBanners } from './drawn.ts';
import { type BannerProps, Panel, Stack } from './views/banner-view.tsx';

/** A banner that was drawn before. */
interface Kept {
  /** UTC day: the record says on which days it was served. */
  readonly day: string;
  /** Of its hash; undefined if it is not stored. */
  readonly digits: Promise<string | undefined>;
}

/** Most banners that are remembered. */
const REMEMBERED = 500;
/** Milliseconds that a page waits for its record, for example while the host holds a write lock of its own. */
const LONGEST_WAIT = 500;

/** See the head of the file. */
export class BannerRecords {
  readonly #served: Pick<ServedBanners, 'keep' | 'today'>;
  /** By SHA-256 of what they are drawn from. */
  readonly #kept = new Map<string, Kept>();
  readonly #drawn = new DrawnBanners();

  constructor(served: Pick<ServedBanners, 'keep' | 'today'>) {
    this.#served = served;
  }

  /**
   * The HTML of a banner, whose record is stored.
   *
   * @param draw draws it, with what its decisions are to name
   */
  async html(
    props: BannerProps,
    draw: (props: BannerProps, appearance: BannerLook['appearance']) => Promise<string>,
  ): Promise<string> {
    return this.#drawn.of(props, this.#served.today(), async (drawn) => {
      const appearance = await this.of(drawn);
      // Only digits are of a record that is stored.
      return { html: await draw(drawn, appearance), isFinal: typeof appearance === 'string' };
    });
  }

  /** What a decision is to name: digits of the hash of the record, or without one the version of the appearance. */
  async of(props: BannerProps): Promise<BannerLook['appearance']> {
    const question = withoutVisitor(props);
    const { language, declared, languages, href, look, isSignedIn } = question;
    const parts = [language.locale, href(''), question.document, [...declared], languages, look, isSignedIn];
    const key = hash('sha256', JSON.stringify(parts));
    const day = this.#served.today();
    const known = this.#kept.get(key);
    if (known?.day === day) return (await soon(known.digits)) ?? look.appearance;
    if (this.#kept.size >= REMEMBERED) this.#kept.clear();
    const digits = this.#keep(question, key);
    this.#kept.set(key, { day, digits });
    return (await soon(digits)) ?? look.appearance;
  }

  async #keep(question: BannerProps, key: string): Promise<string | undefined> {
    const stored = await this.#served.keep(await recordOf(question));
    // It is tried again: another day, or when the database can be written.
    if (stored === null) this.#kept.delete(key);
    return stored?.slice(0, DIGITS_IN_PAGE);
  }
}

/** What is known in time; undefined otherwise. */
function soon(digits: Promise<string | undefined>): Promise<string | undefined> {
  return Promise.race([digits, sleep(LONGEST_WAIT, undefined, { ref: false })]);
}

/** The banner as it asks somebody who has not decided. */
function withoutVisitor(props: BannerProps): BannerProps {
  const { document } = props;
  const { honoured, conflict } = document.gpc;
  return {
    ...props,
    seen: '',
    returnTo: '/',
    told: null,
    document: {
      ...document,
      rules: document.rules.map(
        ({
          name,
          label,
          description,
          version,
          asked_since,
          text_url,
          vendors,
          runs_undecided,
          runs_after_notice,
          posture,
          two_steps,
        }) => ({
          name,
          label,
          description,
          version,
          asked_since,
          text_url,
          state: 'passive',
          by_gpc: false,
          runs_undecided,
          runs_after_notice,
          posture,
          two_steps,
          vendors: vendors.map((vendor) => ({ name: vendor.name, state: 'passive' })),
          scripts: [],
        }),
      ),
      gates: {},
      gpc: { signal: honoured, honoured, overridden: false, conflict, unrecorded: false },
      ask: true,
      consent_mode: null,
      consent_types: {},
      signals: [],
      clear: [],
    },
  };
}

async function recordOf(question: BannerProps): Promise<ServedBanner> {
  const { language, look } = question;
  // A promise if a component is asynchronous; the types do not say so.
  const node: { toString(): string | Promise<string> } = Stack({
    language,
    children: Panel(question),
  });
  return {
    appearance: typeof look.appearance === 'number' ? look.appearance : null,
    css: assetText('consent.css') + look.css,
    html: await node.toString(),
    locale: language.locale,
  };
}

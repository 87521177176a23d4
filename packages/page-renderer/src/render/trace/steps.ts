import type { Protocol } from 'devtools-protocol';
import type { PageJob } from '../job/job.ts';

/**
 * How a page came to an address: `request`: that of the target; `redirect`: of a server; `meta-refresh`, `header-refresh`, `form`,
 * `link`, `reload`, `script`: it went on to another document; `history`, `fragment`: it changed only its address.
 */
export const STEP_WAYS = [
  'request',
  'redirect',
  'meta-refresh',
  'header-refresh',
  'form',
  'link',
  'reload',
  'script',
  'history',
  'fragment',
] as const;
/** One of {@link STEP_WAYS}. */
export type StepWay = (typeof STEP_WAYS)[number];

/** A step of a page on its way from the address that was asked for to its last one. */
export interface Step {
  readonly way: StepWay;
  readonly url: string;
  /** The status of the answer; null for a step within a document, or without an answer. */
  readonly status: number | null;
}

/** Steps that are remembered; a page may change its address without end. */
const MAX_STEPS = 100;

const WAYS: Readonly<Partial<Record<Protocol.Page.ClientNavigationReason, StepWay>>> = {
  metaTagRefresh: 'meta-refresh',
  httpHeaderRefresh: 'header-refresh',
  formSubmissionGet: 'form',
  formSubmissionPost: 'form',
  anchorClick: 'link',
  reload: 'reload',
};

/** Records the steps of a page. */
export class Steps {
  readonly #steps: Array<Step & { readonly request: object | undefined }> = [];
  #way: StepWay = 'request';
  #address: string | null = null;

  /** Begins with a page before it is sent anywhere. */
  follow({ isolated: { session, id }, requests }: PageJob): void {
    session.on('Page.frameRequestedNavigation', ({ frameId, reason, disposition }) => {
      if (frameId === id && disposition === 'currentTab') this.#way = WAYS[reason] ?? 'script';
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === id) this.#address = frame.url + (frame.urlFragment ?? '');
    });
    session.on('Page.navigatedWithinDocument', ({ frameId, url, navigationType }) => {
      if (frameId !== id) return;
      // A router may write the address that is there.
      if (url !== this.#address) this.#add(navigationType === 'fragment' ? 'fragment' : 'history', url);
      this.#address = url;
    });
    requests.listen({
      onRequest: (request) => {
        if (!request.isNavigation || !request.isMain) return;
        this.#add(request.isRedirect ? 'redirect' : this.#way, request.url, request);
        // What has no reason of its own is done by a frame of another site.
        this.#way = 'script';
      },
      onResponse: (request, { status }) => {
        const at = this.#steps.findLastIndex((step) => step.request === request);
        const step = this.#steps[at];
        if (step) this.#steps[at] = { ...step, status };
      },
    });
  }

  /** In their order: the first ones. */
  get all(): readonly Step[] {
    return this.#steps.map(({ way, url, status }) => ({ way, url, status }));
  }

  /** The address of the page that is shown, with its fragment; null if there is none. */
  get address(): string | null {
    return this.#address;
  }

  #add(way: StepWay, url: string, request?: object): void {
    if (this.#steps.length < MAX_STEPS) this.#steps.push({ way, url, status: null, request });
  }
}

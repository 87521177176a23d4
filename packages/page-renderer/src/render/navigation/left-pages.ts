import { randomBytes } from 'node:crypto';
import type { Session } from '../../devtools/connection.ts';
import { isRedirectStatus } from '../../headers/page.ts';
import { withoutFragment } from '../../kernel/url.ts';
import type { PageSaid } from '../../page/index.ts';
import { NOTE_LEAVING } from '../../page/index.ts';
import type { Hop } from '../job/job.ts';
import type { RenderSettings } from '../job/options.ts';
import type { AnswerSaid, SaidBy } from './status.ts';
import { answerSaid } from './status.ts';

/** Documents that are remembered; how often a page may go on is limited, too. */
const MAX_DOCUMENTS = 20;

/** A document of the page, and what it said when it was about to go on. */
interface Left {
  readonly url: string;
  said?: SaidBy;
}

/**
 * What pages say of their answer with meta tags before they go on to another document (prerender#363). It counts for the address that
 * was asked for, as does what is said by the page that is shown in the end.
 */
export class LeftPages {
  readonly #key = `${randomBytes(16).toString('base64url')} `;
  readonly #documents: Left[] = [];
  #redirect: AnswerSaid | undefined;
  #onSaid: () => void = () => {};

  /** Begins with a page, before it runs. @param mainFrame id of its own frame @throws {DevToolsError} */
  async follow(session: Session, mainFrame: string): Promise<void> {
    session.on('Page.javascriptDialogOpening', ({ message }) => {
      const document = this.#documents.at(-1);
      const said = message.startsWith(this.#key) ? readReport(message.slice(this.#key.length)) : undefined;
      if (!document || !said) return;
      document.said = said;
      this.#onSaid();
    });
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === mainFrame && this.#documents.length < MAX_DOCUMENTS) this.#documents.push({ url: frame.url });
    });
    const source = `(${NOTE_LEAVING})(${JSON.stringify(this.#key)});`;
    await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }

  /** What was said by pages that were left for another address than the one that is shown: one that reloads says everything anew. */
  before(shown: string): readonly SaidBy[] {
    return this.#documents.slice(0, -1).flatMap(({ url, said }) => (said && !isSame(url, shown) ? [said] : []));
  }

  /** The redirect that a page has said before it went on, with its `Location`: nothing that follows changes the answer. */
  get redirect(): AnswerSaid | undefined {
    return this.#redirect;
  }

  /** Resolves as soon as there is a {@link redirect}. @param hops the responses, of which more may follow @param redirects of the job */
  redirected(hops: readonly Hop[], redirects: RenderSettings['redirects']): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#onSaid = () => {
      const said = this.#documents.flatMap((document) => document.said ?? []);
      const answer = answerSaid(hops, [...said, SILENT], redirects);
      if (answer.statusFrom === 'target' || !isRedirectStatus(answer.status)) return;
      this.#redirect ??= answer;
      resolve();
    };
    this.#onSaid();
    return promise;
  }
}

/** What follows a page that goes on. */
const SILENT: SaidBy = { url: '', statusCode: null, headers: [], prerenderStatusCode: null, prerenderHeaders: [] };

/** What a page answers, whose scripts may have changed it to anything. */
function readReport(text: string): SaidBy | undefined {
  let report: unknown;
  try {
    report = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { url, metas } = (report ?? {}) as Partial<PageSaid>;
  if (typeof url !== 'string' || !Array.isArray(metas)) return undefined;
  const all = (name: string) =>
    metas.flatMap((meta: unknown) =>
      Array.isArray(meta) && isNamed(meta[0], name) && typeof meta[1] === 'string' ? [meta[1]] : [],
    );
  const status = (name: string) => all(name).find((content) => /^\s*\d{3}\s*$/.test(content)) ?? all(name)[0] ?? null;
  return {
    url,
    statusCode: status('render:status_code'),
    headers: all('render:header'),
    prerenderStatusCode: status('prerender-status-code'),
    prerenderHeaders: all('prerender-header'),
  };
}

function isNamed(said: unknown, name: string): boolean {
  return typeof said === 'string' && said.trim().toLowerCase() === name;
}

function isSame(one: string, other: string): boolean {
  return withoutFragment(one) === withoutFragment(other);
}

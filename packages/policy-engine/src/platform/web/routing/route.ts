/** How a module declares a route: one definition is the handler, the validation and the OpenAPI description. */
import type { z } from '@hono/zod-openapi';
import type { Cookies } from '../request/cookies.ts';
import type { Format } from '../view/format.ts';
import type { CurrentUser } from '../../users/current-user.ts';
import type { HostEnv } from '../../host-env.ts';
import type { FieldError } from '../../../errors/errors.ts';
import type { Language, TextKey } from '../../i18n/language.ts';
import type { NoticeKey } from '../response/notice.ts';
import type { NavigationItem, PageRenderer } from '../view/view.ts';

/** Who may call a route: anybody, signed-in people (else 401), or administrators (else 401 or 403). */
export type Access = 'public' | 'user' | 'admin';

export type RouteMethod = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Statuses that a route may add to those of the frame. */
export type DeclaredError = 400 | 401 | 404 | 409 | 410 | 503;

/** The argument of a handler. */
export interface Call<A extends Access, Params, Query, Body> {
  readonly request: Request;
  readonly env: HostEnv;
  /** The request ID, also in the response's `X-Request-Id`. */
  readonly id: string;
  readonly format: Format;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** Never null if access is `user` or `admin`. */
  readonly user: A extends 'public' ? CurrentUser | null : CurrentUser;
  readonly cookies: Cookies;
  /** Whether people reach the engine over https. */
  readonly secure: boolean;
  readonly isAdmin: () => Promise<boolean>;
  /** Whether a page of another site made the request, as far as its headers say. Unsafe ones are rejected before. */
  readonly isForeign: () => boolean;
  readonly language: () => Promise<Language>;
  /** BCP 47 tags of the languages that the person reads, best first; empty if unknown. */
  readonly languages: () => Promise<readonly string[]>;
  /** Puts a language from the URL before all others. */
  readonly setLocale: (tag: string) => void;
  /** URL path of a path below the mount path. */
  readonly href: (path: string) => string;
}

/**
 * Makes a response cacheable; without it every response is `private, no-store`. A cached page has no scripts: their
 * nonce would be the same for everybody. A response that sets cookies is never cached.
 */
export interface Caching {
  /** Value of `Cache-Control`, as in `public, max-age=60`. */
  readonly control: string;
  /** Entity tag with its quotes; `If-None-Match` is answered with 304. Default: made from the body. */
  readonly etag?: string;
  /** Header names added to `Vary`. */
  readonly vary?: readonly string[];
}

/**
 * The result of a handler. JSON callers get `json`; HTML callers are redirected to `redirect` if there is one, else get
 * `html`.
 */
export interface Answer<Json> {
  /** Default: the status of the definition. Only declared statuses may be used. */
  readonly status?: number;
  readonly json?: Json | (() => Json | Promise<Json>);
  readonly html?: PageRenderer;
  /** 303 to a URL, usually `call.href(…)`; the next page shows the notice, and may add details about its subject. */
  readonly redirect?: { readonly to: string; readonly notice?: NoticeKey; readonly about?: string };
  readonly headers?: Readonly<Record<string, string>>;
  readonly cache?: Caching;
}

/** The errors of a form, for rendering it again. */
export interface FormFailure {
  readonly errors: readonly FieldError[];
  /** The body as sent. */
  readonly values: unknown;
}

/** A request that rejects or withdraws a consent. */
export interface Refusal {
  /** ID of the visitor in the request's cookie; null for none, and for a signed-in user. */
  readonly visitor: string | null;
}

/** A link to the page of what a route changes. */
export interface SubjectPage {
  /** Below the mount path. */
  readonly path: string;
  /** Default: “Back”. */
  readonly text?: TextKey;
}

/** A response beyond JSON, HTML and errors, such as a download. */
export interface OtherResponse {
  readonly description: string;
  readonly content?: Readonly<Record<string, { readonly schema: z.ZodType }>>;
}

export interface RouteDefinition<
  A extends Access,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  B extends z.ZodType,
  J extends z.ZodType,
> {
  readonly method: RouteMethod;
  /** The method that it had before: still answered, and not in the OpenAPI document. */
  readonly former?: RouteMethod;
  /** Path below the mount path; parameters in braces: `/user_terms/{id}/accept`. No format suffix. */
  readonly path: string;
  /** Name of the operation in the OpenAPI document, unique. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  /** Default `user`. */
  readonly access?: A;
  /** One string per parameter of the path; values that do not match are 404. */
  readonly params?: P;
  readonly query?: Q;
  /** One schema for JSON and forms: form leaves are text, so use `formBoolean` and `wholeNumberIn`. */
  readonly body?: B;
  /** Schema for JSON, if it rejects what forms may contain: unknown names. Default: `body`. */
  readonly jsonBody?: z.ZodType<z.output<B>>;
  /**
   * Whether its URL contains a secret, which no `Referer` may pass on (`Referrer-Policy: no-referrer`). Default: false.
   */
  readonly holdsSecret?: boolean;
  /** Maximum size of the body in bytes, if larger than the default. */
  readonly bodyLimit?: number;
  /**
   * Whether a multipart form may have files. They arrive as in JSON: a list of `{ name, content }`, the content in base64. Default:
   * false, then such a form is rejected (415).
   */
  readonly takesFiles?: boolean;
  /** The response on success. */
  readonly answer: {
    /** Default 200. With 204 programs get no content, and `json` is omitted. */
    readonly status?: 200 | 201 | 202 | 204;
    readonly description: string;
    /** Without it the route has no JSON. */
    readonly json?: J;
    /** `page`: HTML of the same status; `redirect`: 303; unset: the route has no HTML. */
    readonly html?: 'page' | 'redirect';
    /** Declares 304 for answers with `cache`. */
    readonly cacheable?: boolean;
  };
  readonly errors?: readonly DeclaredError[];
  readonly otherResponses?: Readonly<Record<number, OtherResponse>>;
  /**
   * Recognizes a valid rejection or withdrawal: it is allowed even over the limit for other writes. Null for any other
   * request, and for one that will be rejected itself.
   */
  readonly refusal?: (call: Call<A, z.output<P>, unknown, z.output<B>>) => Refusal | null | Promise<Refusal | null>;
  /** Renders the form again (422) for HTML callers whose input was rejected; without it they get the error page. */
  readonly form?: (
    call: Call<A, z.output<P>, z.output<Q>, unknown>,
    failure: FormFailure,
  ) => PageRenderer | Promise<PageRenderer>;
  /** Fields that people write texts in: if the form cannot be shown again, the page about the error has them. Default: none. */
  readonly typed?: readonly string[];
  /** The page of what the route changes: a person whose change conflicts with its state continues there. Default: home. */
  readonly subject?: (params: z.output<P>) => SubjectPage | undefined;
  /** Answers the call. Throws PolicyEngineError or HttpError for errors, 422 with `errors` included. */
  readonly handle: (
    call: Call<A, z.output<P>, z.output<Q>, z.output<B>>,
  ) => Answer<z.input<J>> | Response | Promise<Answer<z.input<J>> | Response>;
}

/** A route without its static types. */
export type AnyRoute = RouteDefinition<Access, z.ZodObject, z.ZodObject, z.ZodType, z.ZodType>;

/** What a module registers its routes and navigation with. */
export interface WebApp {
  route<
    A extends Access = 'user',
    // oxlint-disable-next-line typescript/no-empty-object-type -- the shape of an object without fields
    P extends z.ZodObject = z.ZodObject<{}>,
    // oxlint-disable-next-line typescript/no-empty-object-type -- the shape of an object without fields
    Q extends z.ZodObject = z.ZodObject<{}>,
    B extends z.ZodType = z.ZodUndefined,
    J extends z.ZodType = z.ZodNever,
  >(
    definition: RouteDefinition<A, P, Q, B, J>,
  ): void;
  readonly navigation: (item: NavigationItem) => void;
}

/** Runs before a route answers, for every caller. */
export type Arrival = (call: {
  readonly request: Request;
  readonly user: CurrentUser | null;
  readonly cookies: Cookies;
  readonly secure: boolean;
}) => Promise<unknown> | undefined;

/** Declares the routes and the navigation of one part of the engine. */
export type Routes = (app: WebApp) => void;

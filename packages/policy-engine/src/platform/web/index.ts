/** The frame every room declares its routes in. */
export { DEFAULT_BODY_LIMIT } from './body.ts';
export { type CookieOptions, Cookies } from './cookies.ts';
export { createWeb, type OpenApiDocument, type Web } from './create-web.ts';
export type { Format } from './format.ts';
export type { CurrentUser, HostEnv } from './host-env.ts';
export { type FieldError, HttpError, httpErrors } from './http-error.ts';
export { isolated } from './i18n.ts';
export type { HostTexts, Language, TextKey, TextParams, Translate } from './i18n.ts';
export { formBoolean } from './input.ts';
export type { NoticeKey } from './notice.ts';
export type { Appearance, WebLogger, WebOptions } from './options.ts';
export type { Access, Answer, Call, FormFailure, Room, RouteDefinition, WebApp } from './route.ts';
export { localPath, safeHref } from './safe-href.ts';
export type { NavigationItem, Page, PageRenderer, View } from './view.ts';
export { momentOf } from './wall-time.ts';
export * from './components/index.ts';

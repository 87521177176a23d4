/** The frame in which every module declares its routes. */
export { DEFAULT_BODY_LIMIT } from './request/body.ts';
export { keepLocale } from './request/chosen-locale.ts';
export { keepPreferences } from './request/preferences.ts';
export { columnsField, listOrder, sortField } from './request/list-order.ts';
export { type CookieOptions, Cookies } from './request/cookies.ts';
export { createWeb, type OpenApiDocument, type Web } from './routing/create-web.ts';
export type { Format } from './view/format.ts';
export type { CurrentUser } from '../users/current-user.ts';
export type { HostEnv } from '../host-env.ts';
export type { FieldError } from '../../errors/errors.ts';
export { createStatusOf, type StatusOf } from './response/error-status.ts';
export { HttpError, httpErrors } from './response/http-error.ts';
export { directionOf, isolated, namesInSentence } from '../i18n/language.ts';
export type { HostTexts, Language, TextKey, TextParams, Translate } from '../i18n/language.ts';
export { returning, returnPath, type Returning } from './request/returning.ts';
export { formBoolean, pageNumber, wholeNumberIn } from './request/input.ts';
export { allPages, declareExport, type ListExport } from './response/list-export.ts';
export { listPath, type ListQuery } from './request/list-path.ts';
export type { NoticeKey } from './response/notice.ts';
export type { WebOptions } from './options.ts';
export type { Appearance } from '../appearance.ts';
export type { WebLogger } from '../logger.ts';
export type {
  Access,
  Answer,
  Call,
  FormFailure,
  RouteDefinition,
  Routes,
  SubjectPage,
  WebApp,
} from './routing/route.ts';
export { pageOf, type RowsOfPage } from './view/page-of.ts';
export { daysInOrder, type Period, type PeriodDays, periodOf, periodQuery } from './view/period.ts';
export { localPath, safeHref } from './view/safe-href.ts';
export type { NavigationItem, Page, PageRenderer, View } from './view/view.ts';
export { navigationGroups } from './view/view.ts';
export { beginsDay, isTimeZone, momentOf } from './view/wall-time.ts';
export { type Spoken, spoken, spokenIn } from './view/spoken.ts';
export * from './components/index.ts';

/** What other modules and the host know of this module: options, members, services, hooks, and the names below. */
import type { Language } from '../../platform/i18n/language.ts';
import type { BannerLook } from './look.ts';
import type { AppearanceService } from './service.ts';

export {
  BANNER_LAYOUTS,
  BANNER_SIDES,
  type BannerLayout,
  type BannerLook,
  type BannerSide,
  type LookIn,
  lookOf,
} from './look.ts';
export { servedPath, versionPath } from './paths.ts';
export { DIGITS_IN_PAGE, type ServedBanner, type ServedBanners } from './served.ts';

declare module '../../kernel/module.ts' {
  interface Services {
    readonly appearance: AppearanceService;
  }
  interface Hooks {
    /** HTML of the banner as it would ask about everything. @param href URL of a path below the mount path */
    bannerPreview(language: Language, look: BannerLook, href: (path: string) => string): Promise<string>;
  }
}

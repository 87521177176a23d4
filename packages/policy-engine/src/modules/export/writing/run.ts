/** What the parts of one export share. */
import type { Language } from '../../../platform/i18n/language.ts';
import type { SiteFiles } from '../archive/site-files.ts';
import type { ExportFiles } from '../files/row-files.ts';
import type { OwnValues } from '../held-back/own-values.ts';
import type { Images } from '../images/images.ts';
import type { Pace } from './pace.ts';
import type { Progress } from './progress.ts';
import type { PageForm } from './items.ts';
import type { PortabilityRule } from '../rule.ts';
import type { SearchIndex } from './search-index.ts';
import type { ExporterSettings } from '../settings.ts';
import type { Frame } from '../site/frame.ts';

/** An export in progress. */
export interface ExportRun {
  readonly settings: ExporterSettings;
  readonly rules: readonly PortabilityRule[];
  readonly user: unknown;
  /** What says who the user is. */
  readonly own: OwnValues;
  readonly language: Language;
  readonly createdAt: Date;
  /** Origin of the site; undefined if the host has configured none. */
  readonly origin: string | undefined;
  readonly files: SiteFiles;
  readonly images: Images;
  /** Of rows. */
  readonly rowFiles: ExportFiles;
  readonly search: SearchIndex;
  readonly frame: Frame;
  readonly progress: Progress;
  readonly pace: Pace;
}

/** The result of a rule. */
export interface WrittenRule {
  readonly rule: PortabilityRule;
  /** Rows; null for a member rule. */
  readonly rows: number | null;
  /** At least 1. */
  readonly pages: number;
  /** Images of its first pages, as paths in the export. */
  readonly images: readonly string[];
  /** JSON Schema of an item of its `all.json`. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** The form of its `data.json` files; empty if it has none. */
  readonly pageForms: ReadonlySet<PageForm>;
}

/** How exports are created, independent of the rules (spec: P-config-exporter). */
import type { HostFunction, LocalText } from './host-function.ts';
import type { Render, Template } from './templates/template.ts';
import type { IndexData, LayoutData } from './templates/template-data.ts';

/** What the person learns about the use of their data (GDPR Art. 15(1)); omitted parts are not shown. */
export interface InformationOptions {
  /** Name and address of the controller. */
  readonly controller?: LocalText;
  /** Contact details of the data protection officer or of the contact for questions. */
  readonly contact?: LocalText;
  /** The purposes (a). */
  readonly purposes?: LocalText;
  /** Recipients (c). */
  readonly recipients?: LocalText;
  /** How long it is kept (d). */
  readonly retention?: LocalText;
  /** The source, if not the person (g). */
  readonly source?: LocalText;
  /** Automated decision-making, including profiling, with its logic and consequences (h). */
  readonly automatedDecisions?: LocalText;
  /** Countries outside the EU that receive the data, and the safeguards there (Art. 15(2)). */
  readonly transfers?: LocalText;
  /** The supervisory authority for complaints (f). */
  readonly supervisoryAuthority?: LocalText;
}

/** The argument of `afterZip`. */
export interface FinishedExport {
  readonly userId: string;
  /** The host's record of the person. */
  readonly user: unknown;
  /** Files in the archive. */
  readonly files: number;
  /** Bytes of the archive. */
  readonly bytes: number;
  /** SHA-256 of the archive, hexadecimal. */
  readonly sha256: string;
}

/** Options of the exporter. */
export interface ExporterOptions {
  /** Folder for data that does not fit in memory while an export is created. Default: the system's temporary folder. */
  readonly path?: string;
  /** Name of the user model that the export is built for; written to the manifest. Default: `User`. */
  readonly resource?: string;
  /** The frame of every page: an Eta template or function that reads {@link LayoutData}. Default: the engine's. */
  readonly layout?: Template<LayoutData>;
  /** The first page: reads {@link IndexData}. Default: the engine's. */
  readonly indexTemplate?: Template<IndexData>;
  /**
   * Creates the link in the mail that announces a finished export, from the link to the engine's download page. Without
   * `publicOrigins` there is no link. If it throws, or does not return an http(s) URL, the mail is delayed.
   */
  readonly customizeLink?: HostFunction<[url: string], string | Promise<string>>;
  /** Called when an archive is complete. If it throws, the export fails. */
  readonly afterZip?: HostFunction<[archive: FinishedExport], void | Promise<void>>;
  /** Folders whose files `imageTag` may read. Default: none. */
  readonly imageFolders?: readonly string[];
  /**
   * Hosts, such as `images.intranet` or `127.0.0.1:9000`, that `imageTag` may reach at private addresses. Anybody who can choose
   * the address of an image can read images from them. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** Maximum size of one image in bytes. Default: 8 MiB. */
  readonly maxImageBytes?: number;
  /** Maximum number of images in one export. Default: 20,000. */
  readonly maxImages?: number;
  /** Seconds after which fetching an image is abandoned. Default: 10. */
  readonly imageTimeoutSeconds?: number;
  /** Total minutes for which an export waits for images; the remaining ones are missing. Default: 60. */
  readonly imageMinutes?: number;
  /** Maximum size of one file of a row in bytes. Default: 1 GiB. */
  readonly maxFileBytes?: number;
  /** Maximum number of files in one export. Default: 20,000. */
  readonly maxFiles?: number;
  /** Seconds after which a file is skipped if its storage delivers nothing. Default: 60. */
  readonly fileTimeoutSeconds?: number;
  /** Total minutes for which an export waits for files; the remaining ones are missing. Default: 240. */
  readonly fileMinutes?: number;
  /** What the information sheet contains in addition to the purposes, recipients and retention of the rules. */
  readonly information?: InformationOptions;
}

/** The options with their defaults filled in. */
export interface ExporterSettings {
  /** The configured folder, which contains legacy attachments. */
  readonly path: string | undefined;
  /** For data that does not fit in memory. */
  readonly folder: string;
  readonly resource: string;
  readonly layout: Render<LayoutData> | undefined;
  readonly indexTemplate: Render<IndexData> | undefined;
  readonly customizeLink: ExporterOptions['customizeLink'];
  readonly afterZip: ExporterOptions['afterZip'];
  readonly information: InformationOptions;
  readonly images: ImageSettings;
  readonly files: FileSettings;
}

/** The limits on files from the host's storage. */
export interface FileSettings {
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly timeoutMilliseconds: number;
  readonly allMilliseconds: number;
}

/** The limits of `imageTag`. */
export interface ImageSettings {
  /** Real paths. */
  readonly folders: readonly string[];
  /** Lower case, with the port if one was given. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly maxBytes: number;
  readonly maxImages: number;
  readonly timeoutMilliseconds: number;
  readonly allMilliseconds: number;
}

/** The information that a host can give about itself (GDPR Art. 15(1)), in display order. */
export const INFORMATION: ReadonlyArray<keyof InformationOptions> = [
  'controller',
  'contact',
  'purposes',
  'recipients',
  'retention',
  'source',
  'automatedDecisions',
  'transfers',
  'supervisoryAuthority',
];

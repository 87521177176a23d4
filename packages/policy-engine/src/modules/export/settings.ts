/** How exports are made, whatever the rules are (spec: Exporter). */
import type { HostFunction, LocalText } from './host-function.ts';
import type { Render, Template } from './template.ts';
import type { IndexData, LayoutData } from './template-data.ts';

/** What the person is told about how their data is used (GDPR Art. 15(1)); what is left out is not claimed. */
export interface InformationOptions {
  /** Name and address of who is responsible. */
  readonly controller?: LocalText;
  /** How to reach the data protection officer or whoever answers questions. */
  readonly contact?: LocalText;
  /** What for (a). */
  readonly purposes?: LocalText;
  /** Who gets it (c). */
  readonly recipients?: LocalText;
  /** How long it is kept (d). */
  readonly retention?: LocalText;
  /** Where it comes from, if not from the person (g). */
  readonly source?: LocalText;
  /** Decisions made by machines alone, profiling among them, with the logic and the consequences (h). */
  readonly automatedDecisions?: LocalText;
  /** Countries outside of the Union it goes to, and what protects it there (Art. 15(2)). */
  readonly transfers?: LocalText;
  /** The authority a person can complain to (f). */
  readonly supervisoryAuthority?: LocalText;
}

/** What is told to `afterZip`. */
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
  /** Folder for what an export can't hold in memory while it is made. Default: the system's folder for such. */
  readonly path?: string;
  /** Name of the user model the export is built for; told in the manifest. Default: `User`. */
  readonly resource?: string;
  /** The frame of every page: an Eta template or function that reads {@link LayoutData}. Default: the engine's. */
  readonly layout?: Template<LayoutData>;
  /** The first page: reads {@link IndexData}. Default: the engine's. */
  readonly indexTemplate?: Template<IndexData>;
  /**
   * Creates the link of the mail that says the export is ready: from that of the engine's page, on which the person
   * downloads it. Without `publicOrigins` there is none. One that throws, or makes no http(s) address, delays the mail.
   */
  readonly customizeLink?: HostFunction<[url: string], string | Promise<string>>;
  /** Called when an archive is complete. One that throws fails the export. */
  readonly afterZip?: HostFunction<[archive: FinishedExport], void | Promise<void>>;
  /** Folders whose files `imageTag` may read, and nothing outside of them. Default: none. */
  readonly imageFolders?: readonly string[];
  /**
   * Hosts, as in `images.intranet` or `127.0.0.1:9000`, that `imageTag` may reach at private addresses. Anybody who can
   * choose the address of an image can read images from them. Default: none.
   */
  readonly allowedHosts?: readonly string[];
  /** Bytes of one image. Default: 8 MiB. */
  readonly maxImageBytes?: number;
  /** Images of one export. Default: 20,000. */
  readonly maxImages?: number;
  /** Seconds until an image that does not come is abandoned. Default: 10. */
  readonly imageTimeoutSeconds?: number;
  /** Minutes an export waits for images in all; the ones that are left then are missing. Default: 60. */
  readonly imageMinutes?: number;
  /** Bytes of one file of a row. Default: 1 GiB. */
  readonly maxFileBytes?: number;
  /** Files of one export. Default: 20,000. */
  readonly maxFiles?: number;
  /** Seconds until a file whose storage does not answer, or falls silent, is abandoned. Default: 60. */
  readonly fileTimeoutSeconds?: number;
  /** Minutes an export waits for files in all; the ones that are left then are missing. Default: 240. */
  readonly fileMinutes?: number;
  /** What the information sheet says beside the rules' own purposes, recipients and retention. */
  readonly information?: InformationOptions;
}

/** The options with their defaults filled in. */
export interface ExporterSettings {
  /** The folder that is configured: legacy attachments lie there. */
  readonly path: string | undefined;
  /** For what does not fit in memory. */
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

/** How much of the host's storage an export takes. */
export interface FileSettings {
  readonly maxBytes: number;
  readonly maxFiles: number;
  readonly timeoutMilliseconds: number;
  readonly allMilliseconds: number;
}

/** What `imageTag` may do. */
export interface ImageSettings {
  /** Real paths. */
  readonly folders: readonly string[];
  /** Lower case, with the port where one was given. */
  readonly allowedHosts: ReadonlySet<string>;
  readonly maxBytes: number;
  readonly maxImages: number;
  readonly timeoutMilliseconds: number;
  readonly allMilliseconds: number;
}

/** What a host can tell about itself (GDPR Art. 15(1)), in the order people read it. */
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

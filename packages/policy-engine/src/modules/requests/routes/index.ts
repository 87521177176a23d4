/** Administrators' actions on requests of all kinds. */
import type { WebLogger } from '../../../platform/logger.ts';
import type { Routes } from '../../../platform/web/index.ts';
import type { RequestDesk } from '../desk.ts';
import { declareAll, declareFiles } from './all.ts';
import type { AttachmentStorage } from '../../../platform/storage/storage.ts';
import type { MessageLinks } from '../messages/links.ts';
import { declareAssigning } from './assigning.ts';
import { declareBulk } from './bulk.ts';
import { declareMessages } from './messages/administrators.ts';
import { declareNext } from './next.ts';
import { declareNotes } from './notes.tsx';
import { declareOwnMessages } from './messages/own.ts';
import { declareTemplates } from './templates.ts';

/** What the routes work with. */
export interface DeskRoutesOptions {
  readonly desk: RequestDesk;
  readonly logger: WebLogger;
  /** Where attached files are stored. */
  readonly storage: AttachmentStorage;
  readonly links: MessageLinks;
  readonly now: () => Date;
  /** The locales that templates can be written in. */
  readonly locales: readonly string[];
}

/** One list of all kinds, actions on several at once, notes, and templates of reasons. */
export function deskRoutes(options: DeskRoutesOptions): Routes {
  const { desk, locales } = options;
  const { templates } = desk;
  return (app) => {
    declareAll(app, desk);
    declareFiles(app, desk);
    declareNext(app, desk);
    declareBulk(app, options);
    declareTemplates(app, { templates, locales });
    declareNotes(app, desk);
    declareAssigning(app, desk);
    declareMessages(app, options);
    declareOwnMessages(app, options);
  };
}

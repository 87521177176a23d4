import { fetchAgain, readPiece } from './facts/again.ts';
import { askAtRest, askFrame, hurryFrame } from './completion/ask.ts';
import parseSrcset from 'parse-srcset';
import {
  areGone,
  drawn,
  lazyIn,
  mainScroller,
  measureExtent,
  noteFrame,
  scrollAway,
  scrollers,
  scrollThrough,
  textsIn,
} from './scroll/below.ts';
import * as addresses from './snapshot/addresses.ts';
import * as animations from './state/animations.ts';
import * as bases from './snapshot/bases.ts';
import * as bodies from './completion/bodies.ts';
import * as browserWork from './completion/browser-work.ts';
import * as canvases from './state/canvases.ts';
import * as clean from './snapshot/clean.ts';
import * as copy from './dom/copy.ts';
import * as counted from './snapshot/counted.ts';
import * as declarative from './snapshot/declarative.ts';
import * as defined from './styles/defined.ts';
import * as dom from './dom/dom.ts';
import { factsOfDocument } from './facts/facts.ts';
import * as flatten from './snapshot/flatten.ts';
import * as focus from './state/focus.ts';
import * as forms from './state/forms.ts';
import * as frames from './snapshot/frames.ts';
import * as htmlNames from './snapshot/html-names.ts';
import { withoutHugeErrors } from './environment/huge-errors.ts';
import * as inEffect from './styles/in-effect.ts';
import * as lengths from './styles/lengths.ts';
import * as layout from './styles/layout.ts';
import { noteLeaving } from './environment/leaving.ts';
import * as lazyImages from './scroll/lazy-images.ts';
import { loadPictures } from './scroll/load-pictures.ts';
import * as metas from './facts/metas.ts';
import * as namespaces from './styles/namespaces.ts';
import * as native from './snapshot/native.ts';
import { withoutClosing } from './environment/no-close.ts';
import { installFeatures, withoutSockets } from './environment/no-sockets.ts';
import {
  isTouched,
  noted,
  noteFonts,
  noteOpeners,
  notePropertiesAndStates,
  noteSheets,
  noteText,
  openerOf,
} from './environment/note-styles.ts';
import * as output from './snapshot/output.ts';
import * as parts from './styles/parts.ts';
import * as pending from './completion/pending.ts';
import * as placement from './snapshot/placement.ts';
import * as policy from './snapshot/policy.ts';
import { forceShadyDom } from './environment/polyfill.ts';
import * as positions from './scroll/positions.ts';
import { pageProgram } from './program.ts';
import * as reader from './snapshot/reader.ts';
import * as reading from './completion/reading.ts';
import * as references from './state/references.ts';
import * as replace from './environment/replace.ts';
import * as rewrite from './styles/rewrite.ts';
import * as serviceWorkers from './completion/service-workers.ts';
import * as scope from './styles/scope.ts';
import * as scopes from './styles/scopes.ts';
import * as selectors from './styles/selectors.ts';
import * as sheetsOfLinks from './styles/sheets-of-links.ts';
import * as snapshot from './snapshot/snapshot.ts';
import * as source from './styles/source.ts';
import * as srcset from './dom/srcset.ts';
import * as sources from './completion/sources.ts';
import * as styles from './styles/styles.ts';
import * as tasks from './completion/tasks.ts';
import * as trees from './dom/trees.ts';
import * as topLayer from './state/top-layer.ts';
import * as timers from './completion/timers.ts';
import * as untracked from './completion/untracked.ts';
import * as urls from './styles/urls.ts';
import { sayAgent } from './environment/worker-agent.ts';
import * as writeSheets from './styles/write-sheets.ts';
import * as writer from './snapshot/writer.ts';

export type { Question, QuestionAtRest } from './completion/ask.ts';
export type { FetchedAnswer, FetchedPiece } from './facts/again.ts';
export { untrackedGroups } from './completion/untracked.ts';
export type { PageFacts } from './facts/facts.ts';
export type { PageMetas } from './facts/metas.ts';
export type { PageSaid } from './environment/leaving.ts';
export type { Snapshot, SnapshotOptions } from './snapshot/snapshot.ts';

const FILES = [
  addresses,
  animations,
  bases,
  canvases,
  clean,
  copy,
  counted,
  declarative,
  defined,
  dom,
  flatten,
  focus,
  forms,
  frames,
  htmlNames,
  inEffect,
  layout,
  lengths,
  lazyImages,
  metas,
  namespaces,
  native,
  output,
  parts,
  placement,
  policy,
  references,
  rewrite,
  scope,
  scopes,
  selectors,
  sheetsOfLinks,
  source,
  srcset,
  styles,
  topLayer,
  urls,
  writeSheets,
  writer,
];

const { snapshotDocument, readSnapshot, finishSnapshot, ...others } = snapshot;
const PARTS = [...FILES, trees, others, { isTouched, noted, openerOf }].flatMap((file) => Object.values(file));

/** Source of the function that creates a snapshot, to be called in the page; see {@link snapshotDocument}. */
export const SNAPSHOT: string = pageProgram(snapshotDocument, PARTS, { libraries: { parseSrcset } });

/** Source of the function that installs what makes a snapshot in a world; see {@link reader.installReader}. */
export const INSTALL_READER: string = pageProgram(reader.installReader, [...PARTS, snapshotDocument, finishSnapshot], {
  libraries: { parseSrcset },
});

/** Source of the function that creates a snapshot there; see {@link reader.takeSnapshot}. */
export const TAKE_SNAPSHOT: string = pageProgram(reader.takeSnapshot, []);

/** Source of the function that finishes a snapshot there; see {@link reader.finishTaken}. */
export const FINISH_SNAPSHOT: string = pageProgram(reader.finishTaken, []);

/** Source of the function that tells whether a frame can be read; see {@link frames.isReadableFrame}. */
export const IS_READABLE_FRAME: string = pageProgram(frames.isReadableFrame, []);

/** Source of the function that loads images; see {@link loadPictures}. */
export const LOAD_PICTURES: string = pageProgram(loadPictures, []);

/** Source of the function that reads more of a snapshot; see {@link readSnapshot}. */
export const REST_OF_SNAPSHOT: string = pageProgram(readSnapshot, [snapshot.chunkOf]);

/** Source of the function that reads the facts of a page; see {@link factsOfDocument}. */
export const FACTS: string = pageProgram(factsOfDocument, []);

/** Source of the function that fetches the address of the page once more; see {@link fetchAgain}. */
export const FETCH_AGAIN: string = pageProgram(fetchAgain, []);

/** Source of the function that reads the fetched body; see {@link readPiece}. */
export const READ_PIECE: string = pageProgram(readPiece, []);

/** Script that runs before the scripts of a page; see {@link forceShadyDom}. */
export const FORCE_POLYFILLS: string = `(${pageProgram(forceShadyDom, [])})();`;

/** Script that runs before the scripts of a page, a frame or a web worker; see {@link withoutSockets}. */
export const WITHOUT_SOCKETS: string = `(${pageProgram(withoutSockets, [installFeatures])})();`;

/** Source of the function that is called before the scripts of a web worker; see {@link sayAgent}. */
export const SAY_AGENT: string = pageProgram(sayAgent, [installFeatures]);

const { notePending, ...noting } = pending;
const NOTING = [
  noting,
  bodies,
  browserWork,
  reading,
  serviceWorkers,
  sources,
  tasks,
  timers,
  untracked,
  replace,
].flatMap((file) => Object.values(file));

/** Source of the function that is called before the scripts of a page, a frame or a web worker; see {@link notePending}. */
export const NOTE_PENDING: string = pageProgram(
  notePending,
  [installFeatures, withoutHugeErrors, withoutClosing, noteText, ...NOTING],
  { before: [noteSheets, notePropertiesAndStates, noteFonts, noteOpeners] },
);

/** Source of the function that is called before the scripts of a page; see {@link noteLeaving}. */
export const NOTE_LEAVING: string = pageProgram(noteLeaving, []);

/** Source of the function that counts the nodes that a page can access; see {@link snapshot.countNodes}. */
export const COUNT_NODES: string = pageProgram(snapshot.countNodes, [
  snapshot.countInDocument,
  snapshot.countWithin,
  trees.openRoots,
  ...Object.values(dom),
]);

const { returnPlaces, notePlacesIn, isAsNoted, ...placing } = positions;
const PLACING = [...Object.values(dom), ...Object.values(placing)];
const SCROLLING = [scrollers, mainScroller, isAsNoted, ...PLACING];

/** Source of the function that measures a page; see {@link measureExtent}. */
export const MEASURE_EXTENT: string = pageProgram(measureExtent, [lazyIn, ...SCROLLING]);

/** Source of the function that stores the positions of a frame; see {@link noteFrame}. */
export const NOTE_FRAME: string = pageProgram(noteFrame, SCROLLING);

/** Source of the function that stores the positions in closed shadow trees; see {@link notePlacesIn}. */
export const NOTE_PLACES_IN: string = pageProgram(notePlacesIn, PLACING);

/** Source of the function that tells whether all parts are where they were; see {@link positions.isAsNoted}. */
export const IS_AS_NOTED: string = pageProgram(isAsNoted, PLACING);

/** Source of the function that scrolls through a page; see {@link scrollThrough}. */
export const SCROLL_THROUGH: string = pageProgram(scrollThrough, [textsIn, areGone, drawn, ...SCROLLING]);

/** Source of the function that scrolls to the end of a page and back; see {@link scrollAway}. */
export const SCROLL_AWAY: string = pageProgram(scrollAway, [drawn, ...SCROLLING]);

/** Source of the function that puts the parts of a page back where they were; see {@link returnPlaces}. */
export const RETURN_PLACES: string = pageProgram(returnPlaces, PLACING);

/** Source of the function that checks what a frame waits for; see {@link askFrame}. */
export const ASK_FRAME: string = pageProgram(askFrame, []);

/** Source of the function that calls a page's timers early; see {@link hurryFrame}. */
export const HURRY_FRAME: string = pageProgram(hurryFrame, [askFrame]);

/** Source of the function that checks the page, or a frame with its own process; see {@link askAtRest}. */
export const ASK_AT_REST: string = pageProgram(askAtRest, [askFrame, pending.isWritten]);

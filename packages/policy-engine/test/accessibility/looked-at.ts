/**
 * What was reviewed manually, and when: screenshots of some pages of each surface, wide and at 320 px, their headings,
 * labels and links, and parts of the accessibility tree. After a change of a surface, review it again and update the date.
 */
import type { SurfaceName } from './surfaces.ts';

export interface Look {
  readonly date: string;
  readonly saw: string;
  /** What does not meet the criterion. */
  /** The surface has no content that the criterion is about. */
  readonly isAbsent?: true;
}

const FIRST = '2026-11-25';
const saw = (words: string): Look => ({ date: FIRST, saw: words });
const absent = (words: string): Look => ({ date: FIRST, saw: words, isAbsent: true });
const everywhere = (look: Look) => ({ banner: look, centre: look, panel: look, export: look });

/** Checked in `requests.css` and `panel.js`. */
const PROGRESS =
  'while an export runs, its figures are drawn again, and its bar moves until its length is known; “Pause automatic updates” at the end of the page stops both, with reduced motion the bar stands still, and figures wait while the focus is in them';

export const LOOKED_AT: Readonly<Record<string, Readonly<Partial<Record<SurfaceName, Look>>>>> = {
  '1.1.1': {
    banner: absent('no pictures and no icons'),
    centre: saw('icons are beside words that say the same, and hidden'),
    panel: saw('icons are hidden; the chart is named, and the table below it has its numbers'),
    export: saw(
      'pictures of a person’s data are named after their record, which may say less than the picture; letters on the cover are hidden',
    ),
  },
  '1.3.1': {
    banner: saw('a named region with a heading, a list, labelled switches'),
    centre: saw('headings in steps, sections, lists, table with headers'),
    panel: saw('headings in steps, tables with headers of columns and rows, groups of fields with names'),
    export: saw('headings in steps, lists of terms and values, tables with headers'),
  },
  '1.3.2': {
    banner: saw(
      'the question comes first in the document and is shown at the end of the window; it makes sense at both places',
    ),
    centre: saw('below 640 px signing out is shown above the menu and read after it; neither depends on the other'),
    panel: saw('what is read is what is shown from top to bottom'),
    export: saw(
      'below 640 px the search is shown above the navigation, and the numbers of pages above the links beside them, and read after; neither depends on the other',
    ),
  },
  '1.3.3': everywhere(saw('nothing is said by shape, place or sound alone')),
  '1.4.1': {
    banner: saw('links are underlined, switches move'),
    centre: saw('a state is a word with a mark of its own shape; what is chosen has a tick; links are underlined'),
    panel: saw(
      'a state is a word with a mark of its own shape; bars of the chart differ by colour and by their place upon each other, and the table has the numbers',
    ),
    export: saw('links are underlined, yes and no are words; the present page is underlined in the navigation'),
  },
  '1.4.5': {
    export: saw('the pictures are those of a person’s data; what they show is not ours'),
  },
  '1.4.11': {
    banner: saw('switches that are off, in dark; borders of buttons in light and dark'),
    centre: saw('buttons with words, ticks, the mark of a chosen button'),
    panel: saw(
      'boxes, choices, colours; parts of a bar of the chart have less than 3:1 against each other, and the table below has the same numbers',
    ),
    export: saw('the field of the search, the marks of the present page'),
  },
  '2.2.1': {
    banner: absent('its code sets no timer'),
    centre: saw(
      'where the host confirms people by mail, the link works for a day, and a new one can be asked for; a host that sets less than 20 hours (`erasure.linkMinutes`) departs from the criterion',
    ),
    panel: absent('no page has a limit; the session is the host’s'),
    export: absent('files, without a session'),
  },
  '2.2.2': {
    banner: absent('nothing moves or changes by itself'),
    centre: saw(PROGRESS),
    panel: saw(PROGRESS),
    export: absent('nothing moves or changes by itself'),
  },
  '2.3.1': {
    banner: absent('nothing moves'),
    centre: saw('the bar of an export without a known length passes once in 1.6 seconds'),
    panel: saw('the bar of an export without a known length passes once in 1.6 seconds'),
    export: absent('nothing moves'),
  },
  '2.4.2': {
    centre: saw('titles say the page, then the name of the site'),
    panel: saw('titles say the page, then the name of the site'),
    export: saw('titles say the chapter, but not whose data it is'),
  },
  '2.4.4': {
    banner: saw('“Cookie details”, languages, “Privacy settings”, “Open on” with the name of the other site'),
    centre: saw(
      'links that repeat have the name of their policy; two open requests have a link “Withdraw request” each, below their own headings',
    ),
    panel: saw('links that repeat have the name of their policy or person, or stand in its row'),
    export: saw('chapters, numbers of pages with the word “Page” in their name'),
  },
  '2.4.6': {
    banner: saw('one heading; switches are called what the host calls its purposes'),
    centre: saw('headings and labels say what follows'),
    panel: saw(
      'headings and labels say what follows; fields of the banner’s wording repeat for each language, in named groups',
    ),
    export: saw('headings are the names of records, which may repeat'),
  },
  '3.3.2': {
    banner: saw('each purpose says what it is for'),
    centre: saw('a label and a hint for each field'),
    panel: saw('labels, hints, and the word “optional”'),
    export: saw('one field, with a label'),
  },
};

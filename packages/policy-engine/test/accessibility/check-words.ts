/** The texts of the document about each of our own checks. */
import type { CheckName } from './criteria.ts';

/** Checks by a keyboard journey; the others inspect the page from within, or act like a person with a pointer. */
export const BY_KEYBOARD: ReadonlySet<CheckName> = new Set<CheckName>([
  'reached',
  'left',
  'focusOrder',
  'focusSeen',
  'focusContrast',
  'focusUncovered',
  'focusQuiet',
]);

export const CHECK_WORDS: Readonly<Record<CheckName, string>> = {
  images: 'Each picture, drawing and icon has a text alternative or is hidden from assistive technology.',
  media: 'There is no element for sound, film or embedded objects.',
  labels: 'Each field has a label in sight, or a name where it stands in a row of a table.',
  order: 'At 1280 px no style puts text in another order than that of the document; no `tabindex` is above 0.',
  senses: 'No text says where, of what shape or in which colour a control is, by a list of English phrases.',
  turned: 'No style depends on the orientation of the screen.',
  purposes: 'Fields for an email address, a telephone number or a password have `autocomplete`.',
  contrast:
    'Words that axe leaves open (in a drawing, over a gradient) have 4.5:1, large ones 3:1, against each colour behind them.',
  zoom: 'At 200 % of a window of 1280 px nothing is cut off or outside of the window.',
  picturesOfText: 'There is no bitmap picture.',
  reflow: 'At 320 CSS px nothing is cut off, and nothing but a data table needs to be scrolled sideways.',
  edges: 'Borders of text fields, choices and switches have 3:1 against what is around them, in light and in dark.',
  spacing: 'With the spacing of text that WCAG 1.4.12 names, at 320 px and at 1280 px, nothing is cut off.',
  hovering: 'No style shows content while the pointer or the focus is over something, but for the skip link.',
  letters:
    'No page acts on a letter, a digit or a sign where nothing has the focus, unless the reader’s preferences can switch that off; there is no `accesskey`.',
  limits: 'No page loads itself again by a refresh.',
  motion: 'Nothing is animated for longer than five seconds, and there is no `marquee` or `blink`.',
  skip: 'The first link of each page with a navigation skips to the content.',
  title: 'Each page has a title and a heading of the first level.',
  links:
    'No link has an empty phrase for its words; the same words in the same item, row or section lead to one place.',
  ways: 'Two ways lead to each page that is no step of a process: the navigation, a search, links of other pages.',
  gestures:
    'No page listens for touches, gestures or the wheel, except in a text that is edited, as the browser does itself.',
  presses: 'Nothing happens when a pointer goes down, except in a text that is edited; controls act when it goes up.',
  labelInName: 'The name of a control has the words that are in sight.',
  sensors: 'No page listens for motion of the device.',
  dragging: 'No page asks for dragging, or a button or the keyboard does the same.',
  targets:
    'Targets are 24 × 24 px or have that much room, at 320 px and at 1280 px; links within a sentence may be smaller.',
  language: 'The document names its language, which is the one that was asked for.',
  parts: 'Names of other languages are marked with their language.',
  input: 'A switch, a choice or typing leads to no other page and moves no focus.',
  navigation: 'Links of the navigation are in the same order on all pages.',
  names: 'What leads to the same page is called the same on all pages.',
  help: 'There is no way to get help, such as a contact, that is repeated on pages.',
  errors:
    'A form with wrong input comes back with the field marked, the error in words beside it, and a list that has the focus.',
  suggestions: 'The error says in words what is missing or wrong.',
  prevention:
    'A decision can be changed, a request withdrawn; publishing and deleting are asked about on a page of their own.',
  kept: 'A form with wrong input keeps what was typed and chosen, but for a password.',
  passwords: 'A password can be pasted, and filled in by a password manager.',
  roles:
    'In the accessibility tree of the browser each control has a role and a name, and is not called invalid before it is sent.',
  status: 'What happened is said by an element with the role of a status, or an alert, without moving to it.',
  reached: 'Tab leads to each control of the page; switches, results and formats are operated by keys.',
  left: 'Tab leads on from each control and out of the page; on the first page of a surface Shift+Tab leads back.',
  focusOrder: 'Tab comes to controls in the order of the document.',
  focusSeen: 'Each control has an outline when it has the focus.',
  focusContrast: 'That outline has 3:1 against what is around it.',
  focusUncovered:
    'A control that has the focus is not wholly below something else, also after the window has changed its size.',
  focusQuiet: 'Nothing changes when a control gets the focus.',
};

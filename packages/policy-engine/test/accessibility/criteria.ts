/** The success criteria of WCAG 2.2 at the levels A and AA, and our own checks for each. */

/** A check of our own; `check-words.ts` says what each does. */
export type CheckName =
  | 'images'
  | 'media'
  | 'labels'
  | 'order'
  | 'senses'
  | 'turned'
  | 'purposes'
  | 'contrast'
  | 'zoom'
  | 'picturesOfText'
  | 'reflow'
  | 'edges'
  | 'spacing'
  | 'hovering'
  | 'letters'
  | 'limits'
  | 'motion'
  | 'skip'
  | 'title'
  | 'links'
  | 'ways'
  | 'gestures'
  | 'presses'
  | 'labelInName'
  | 'sensors'
  | 'dragging'
  | 'targets'
  | 'language'
  | 'parts'
  | 'input'
  | 'navigation'
  | 'names'
  | 'help'
  | 'errors'
  | 'suggestions'
  | 'prevention'
  | 'kept'
  | 'passwords'
  | 'roles'
  | 'status'
  | 'reached'
  | 'left'
  | 'focusOrder'
  | 'focusSeen'
  | 'focusContrast'
  | 'focusUncovered'
  | 'focusQuiet';

export interface Criterion {
  readonly number: string;
  readonly name: string;
  readonly level: 'A' | 'AA';
  /** New in WCAG 2.2; EN 301 549 v3.2.1, which follows WCAG 2.1, has no clause for it. */
  readonly isNew?: true;
  /** Checks that decide it; without any, it is decided by a manual review. */
  readonly checks: readonly CheckName[];
  /** Rules of axe that decide it if they pass and leave nothing open. */
  readonly axeDecides?: readonly string[];
  /** Needs a manual review as well: a check covers only a part of it. */
  readonly needsEyes?: true;
}

const line = (
  number: string,
  name: string,
  level: 'A' | 'AA',
  checks: readonly CheckName[] = [],
  more: Pick<Criterion, 'isNew' | 'axeDecides' | 'needsEyes'> = {},
): Criterion => ({ number, name, level, checks, ...more });
const eyes = { needsEyes: true } as const;
const fresh = { isNew: true } as const;

export const CRITERIA: readonly Criterion[] = [
  line('1.1.1', 'Non-text Content', 'A', ['images'], eyes),
  line('1.2.1', 'Audio-only and Video-only (Prerecorded)', 'A', ['media']),
  line('1.2.2', 'Captions (Prerecorded)', 'A', ['media']),
  line('1.2.3', 'Audio Description or Media Alternative (Prerecorded)', 'A', ['media']),
  line('1.2.4', 'Captions (Live)', 'AA', ['media']),
  line('1.2.5', 'Audio Description (Prerecorded)', 'AA', ['media']),
  line('1.3.1', 'Info and Relationships', 'A', [], eyes),
  line('1.3.2', 'Meaningful Sequence', 'A', ['order'], eyes),
  line('1.3.3', 'Sensory Characteristics', 'A', ['senses'], eyes),
  line('1.3.4', 'Orientation', 'AA', ['turned']),
  line('1.3.5', 'Identify Input Purpose', 'AA', ['purposes']),
  line('1.4.1', 'Use of Color', 'A', [], eyes),
  line('1.4.2', 'Audio Control', 'A', ['media']),
  line('1.4.3', 'Contrast (Minimum)', 'AA', ['contrast'], { axeDecides: ['color-contrast'] }),
  line('1.4.4', 'Resize Text', 'AA', ['zoom']),
  line('1.4.5', 'Images of Text', 'AA', ['picturesOfText'], eyes),
  line('1.4.10', 'Reflow', 'AA', ['reflow']),
  line('1.4.11', 'Non-text Contrast', 'AA', ['edges', 'focusContrast'], eyes),
  line('1.4.12', 'Text Spacing', 'AA', ['spacing']),
  line('1.4.13', 'Content on Hover or Focus', 'AA', ['hovering']),
  line('2.1.1', 'Keyboard', 'A', ['reached']),
  line('2.1.2', 'No Keyboard Trap', 'A', ['left']),
  line('2.1.4', 'Character Key Shortcuts', 'A', ['letters']),
  line('2.2.1', 'Timing Adjustable', 'A', ['limits'], eyes),
  line('2.2.2', 'Pause, Stop, Hide', 'A', ['motion'], eyes),
  line('2.3.1', 'Three Flashes or Below Threshold', 'A', ['motion'], eyes),
  line('2.4.1', 'Bypass Blocks', 'A', ['skip'], { axeDecides: ['bypass'] }),
  line('2.4.2', 'Page Titled', 'A', ['title'], eyes),
  line('2.4.3', 'Focus Order', 'A', ['focusOrder', 'order']),
  line('2.4.4', 'Link Purpose (In Context)', 'A', ['links'], eyes),
  line('2.4.5', 'Multiple Ways', 'AA', ['ways']),
  line('2.4.6', 'Headings and Labels', 'AA', [], eyes),
  line('2.4.7', 'Focus Visible', 'AA', ['focusSeen']),
  line('2.4.11', 'Focus Not Obscured (Minimum)', 'AA', ['focusUncovered'], fresh),
  line('2.5.1', 'Pointer Gestures', 'A', ['gestures']),
  line('2.5.2', 'Pointer Cancellation', 'A', ['presses']),
  line('2.5.3', 'Label in Name', 'A', ['labelInName']),
  line('2.5.4', 'Motion Actuation', 'A', ['sensors']),
  line('2.5.7', 'Dragging Movements', 'AA', ['dragging'], fresh),
  line('2.5.8', 'Target Size (Minimum)', 'AA', ['targets'], fresh),
  line('3.1.1', 'Language of Page', 'A', ['language'], { axeDecides: ['html-has-lang', 'html-lang-valid'] }),
  line('3.1.2', 'Language of Parts', 'AA', ['parts']),
  line('3.2.1', 'On Focus', 'A', ['focusQuiet']),
  line('3.2.2', 'On Input', 'A', ['input']),
  line('3.2.3', 'Consistent Navigation', 'AA', ['navigation']),
  line('3.2.4', 'Consistent Identification', 'AA', ['names']),
  line('3.2.6', 'Consistent Help', 'A', ['help'], fresh),
  line('3.3.1', 'Error Identification', 'A', ['errors']),
  line('3.3.2', 'Labels or Instructions', 'A', ['labels'], eyes),
  line('3.3.3', 'Error Suggestion', 'AA', ['suggestions']),
  line('3.3.4', 'Error Prevention (Legal, Financial, Data)', 'AA', ['prevention']),
  line('3.3.7', 'Redundant Entry', 'A', ['kept'], fresh),
  line('3.3.8', 'Accessible Authentication (Minimum)', 'AA', ['passwords'], fresh),
  line('4.1.2', 'Name, Role, Value', 'A', ['roles']),
  line('4.1.3', 'Status Messages', 'AA', ['status']),
];

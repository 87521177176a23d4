/** The components of the panel, each once. */
export { Badge } from './badge.tsx';
export { Breakable } from './breakable.tsx';
export { ActionForm, ApartLink, Button, ButtonLink, MethodField, PrintButton } from './button.tsx';
export { ConfirmPage } from './confirm-page.tsx';
export { EmptyState } from './empty-state.tsx';
export { Checkbox, errorOf, fieldId, Form, SelectField, TextArea, TextField } from './form.tsx';
export { ForDevelopers } from './for-developers.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Id } from './id.tsx';
export {
  countText,
  Downloads,
  ListBar,
  type ListBarProps,
  type ListField,
  type ListOption,
  type ListTotal,
} from './list-bar.tsx';
export { ALL_PAGES, pagesFor } from './layout.tsx';
export { Notice, type Tone } from './notice.tsx';
export { PageHeader } from './page-header.tsx';
export { Person } from './person.tsx';
export { Prose } from './prose.tsx';
export { Pager } from './pager.tsx';
export { PLACE, Sentence } from './sentence.tsx';
export { SelectionBar } from './selection-bar.tsx';
export { Split } from './split.tsx';
export { type Column, type Selection, type Sorting, Table, type TableProps } from './table.tsx';
export { Time } from './time.tsx';
export { Timeline, type TimelineEntry } from './timeline.tsx';

/** The components of the panel, each once. */
export { Badge } from './text/badge.tsx';
export { Breakable } from './text/breakable.tsx';
export { ActionForm, ApartButton, ApartLink, Button, ButtonLink, MethodField, PrintButton } from './button.tsx';
export { ConfirmPage } from './page/confirm-page.tsx';
export { EmptyState } from './page/empty-state.tsx';
export { Checkbox, errorOf, fieldId, FilesField, Form, SelectField, TextArea, TextField } from './form.tsx';
export { ForDevelopers } from './text/for-developers.tsx';
export { Icon, type IconName } from './text/icon.tsx';
export { Id } from './text/id.tsx';
export {
  countText,
  Downloads,
  ListBar,
  type ListBarProps,
  type ListField,
  type ListOption,
  type ListTotal,
} from './list/list-bar.tsx';
export { ALL_PAGES, pagesFor, PREFERENCES, SEARCH } from './page/layout.tsx';
export { UNDO } from './page/undo-button.tsx';
export { Notice, type Tone } from './page/notice.tsx';
export { PageHeader } from './page/page-header.tsx';
export { Person } from './text/person.tsx';
export { Reason } from './text/reason.tsx';
export { Prose } from './text/prose.tsx';
export { Pager } from './list/pager.tsx';
export { List, type ListProps } from './list/list.tsx';
export { PLACE, Sentence } from './text/sentence.tsx';
export { SAVED_VIEWS } from './list/saved-views.tsx';
export { SelectionBar } from './list/selection-bar.tsx';
export { Split } from './list/split.tsx';
export { type Column, type Selection, type Sorting, Table, type TableProps } from './list/table.tsx';
export { Time } from './text/time.tsx';
export { Timeline, type TimelineEntry } from './list/timeline.tsx';

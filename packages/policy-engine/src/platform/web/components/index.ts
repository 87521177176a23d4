/** The components of the panel, each once. */
export { Badge } from './badge.tsx';
export { ActionForm, Button, ButtonLink, MethodField } from './button.tsx';
export { ConfirmPage } from './confirm-page.tsx';
export { EmptyState } from './empty-state.tsx';
export { Checkbox, errorOf, fieldId, Form, SelectField, TextArea, TextField } from './form.tsx';
export { Icon, type IconName } from './icon.tsx';
export { Notice, type Tone } from './notice.tsx';
export { PageHeader } from './page-header.tsx';
export { Prose } from './prose.tsx';
export { Pager } from './pager.tsx';
export { type Column, Table } from './table.tsx';
export { Time } from './time.tsx';
export { Timeline, type TimelineEntry } from './timeline.tsx';

/** What is left to do, for the one who can do it: on a page of its own, and in short above the policies. */
import type { JSX } from 'hono/jsx/jsx-runtime';
import { Badge, ButtonLink, EmptyState, type Page, PageHeader, type View } from '../../platform/web/index.ts';
import { type Finding, type Found, type FindingCode, worded } from './finding.ts';

/** What people call a rule; undefined for what is none. */
export type LabelOf = (rule: string, locale: string) => string | undefined;

/** Something to do: one finding, or all the texts that are missing. */
interface Task {
  readonly message: string;
  readonly advice: string;
  readonly article: string | null;
  readonly severity: Finding['severity'];
  /** Where an administrator does it; none for what only the configuration changes. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly text: string; readonly about: string }>;
}

/** What an administrator can do without a developer. */
const FOR_ADMINISTRATORS: ReadonlySet<FindingCode> = new Set(['missing_text', 'missing_language', 'work_failed']);

/** Subject of a finding as people read it: the label of a rule, a moment in their time zone. */
function subjectOf(view: View, { code, subject }: Found, labelOf: LabelOf): string | null {
  if (subject === null) return null;
  if (code === 'work_waiting') {
    const format = { dateStyle: 'medium', timeStyle: 'short', timeZone: view.timeZone } as const;
    return new Date(subject).toLocaleString(view.locale, format);
  }
  const [rule = '', ...rest] = subject.split(' ');
  const label = labelOf(rule, view.locale);
  return label === undefined ? subject : [label, ...rest].join(' ');
}

function linkOf(view: View, { code, subject }: Found, labelOf: LabelOf): Task['links'] {
  if (code === 'work_failed') return [{ href: view.href('/jobs'), text: view.t('check.open_jobs'), about: '' }];
  const rule = subject?.split(' ')[0] ?? '';
  const text = view.t(code === 'missing_text' ? 'terms.write' : 'check.open_policy');
  return [{ href: view.href(`/categories/${rule}`), text, about: labelOf(rule, view.locale) ?? rule }];
}

function taskOf(view: View, found: Found, labelOf: LabelOf): Task {
  const finding = worded({ ...found, subject: subjectOf(view, found, labelOf) }, view);
  return { ...finding, links: FOR_ADMINISTRATORS.has(found.code) ? linkOf(view, found, labelOf) : [] };
}

/** All the missing texts of several policies as one. */
function textsTask(view: View, missing: readonly Found[], labelOf: LabelOf, first: Task): Task {
  return {
    ...first,
    message: view.t('check.missing_texts', { count: missing.length }),
    advice: view.t('check.missing_texts.advice'),
    links: missing.flatMap((one) => linkOf(view, one, labelOf)),
  };
}

/** Tasks in the order they were found. */
function tasksOf(view: View, found: readonly Found[], labelOf: LabelOf): Task[] {
  const missing = found.filter(({ code }) => code === 'missing_text');
  const [first] = missing;
  const tasks: Task[] = [];
  for (const one of found) {
    if (one.code === 'missing_text' && one !== first) continue;
    const task = taskOf(view, one, labelOf);
    tasks.push(one === first && missing.length > 1 ? textsTask(view, missing, labelOf, task) : task);
  }
  return tasks;
}

export function checkPage(view: View, found: readonly Found[], labelOf: LabelOf): Page {
  const title = view.t('check.title');
  const tasks = tasksOf(view, found, labelOf);
  const content = (
    <>
      <PageHeader title={title} lead={view.t('check.lead')} />
      {tasks.length === 0 && <EmptyState title={view.t('check.none')} text={view.t('check.none_text')} />}
      <Group view={view} title={view.t('check.yours')} tasks={tasks.filter(({ links }) => links.length > 0)} />
      <Group view={view} title={view.t('check.developer')} tasks={tasks.filter(({ links }) => links.length === 0)} />
    </>
  );
  return { title, content };
}

function Group({ view, title, tasks }: { view: View; title: string; tasks: readonly Task[] }): JSX.Element {
  if (tasks.length === 0) return <></>;
  return (
    <section class="pe-stack">
      <h2>{title}</h2>
      <ul class="pe-list">
        {tasks.map((task) => (
          <TaskCard view={view} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskCard({ view, task }: { view: View; task: Task }): JSX.Element {
  const { severity, message, advice, article, links } = task;
  return (
    <li class="pe-card pe-stack">
      <div class="pe-row">
        <p>
          <strong>{message}</strong>
        </p>
        <Badge tone={severity === 'error' ? 'danger' : 'warning'} text={view.t(`check.severity.${severity}`)} />
      </div>
      <p>{advice}</p>
      {links.length > 0 && (
        <div class="pe-actions">
          {links.map(({ href, text, about }) => (
            <ButtonLink small href={href} text={about === '' ? text : `${text}: ${about}`} />
          ))}
        </div>
      )}
      {article !== null && <p class="pe-muted pe-small">{article}</p>}
    </li>
  );
}

/** Tasks that the box names; the page has them all. */
const SHOWN = 3;

/** The box above the policies; nothing where nothing is left to do. */
export function toDoBox(view: View, found: readonly Found[], labelOf: LabelOf): JSX.Element {
  const tasks = tasksOf(view, found, labelOf);
  if (tasks.length === 0) return <></>;
  // What the reader can do comes first; what only a developer may look at is counted.
  const urgent = tasks.filter(({ links, severity }) => links.length > 0 || severity === 'error');
  const sorted = urgent.toSorted((a, b) => Number(b.links.length > 0) - Number(a.links.length > 0));
  return (
    <section class={`pe-card ${sorted.length > 0 ? 'pe-stack' : 'pe-item'}`} aria-labelledby="to-do">
      <div class="pe-row">
        <h2 id="to-do">{view.t('check.to_do')}</h2>
        <Badge tone="warning" text={view.t('check.to_do.count', { count: tasks.length })} />
      </div>
      {sorted.length > 0 && (
        <ol class="pe-steps">
          {sorted.slice(0, SHOWN).map(({ message, links }) => (
            <li>
              {message}
              {links.length === 0 && ` (${view.t('check.developer')})`}
            </li>
          ))}
        </ol>
      )}
      <div class="pe-actions">
        <ButtonLink href={view.href('/check')} text={view.t('check.to_do.all')} />
      </div>
    </section>
  );
}

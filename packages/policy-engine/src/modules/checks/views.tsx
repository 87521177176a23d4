/** What needs attention, for those who can fix it: on a separate page, and in a box above the policies. */
import type { DeveloperFix, Found } from '../../kernel/module.ts';
import type { JSX } from 'hono/jsx/jsx-runtime';
import type { TextKey } from '../../platform/i18n/language.ts';
import {
  Badge,
  ButtonLink,
  EmptyState,
  Icon,
  type Page,
  PageHeader,
  Time,
  type View,
} from '../../platform/web/index.ts';
import { Fix } from './fix.tsx';
import { type CheckFinding, type FindingKinds, kindOf, nameOf, worded } from './finding.ts';

/** A task: one finding, or several of a kind as one. */
interface Task {
  readonly message: string;
  readonly advice: string;
  readonly article: string | null;
  readonly severity: CheckFinding['severity'];
  /** What a developer copies. */
  readonly fix: DeveloperFix | undefined;
  /** The page where an administrator can do it; none if only the configuration can change it. */
  readonly links: ReadonlyArray<{ readonly href: string; readonly text: string; readonly about: string }>;
}

function linksOf(view: View, { link }: Found): Task['links'] {
  if (link === undefined) return [];
  return [{ href: view.href(link.path), text: view.text(link.text), about: link.about?.(view.locale) ?? '' }];
}

function taskOf(view: View, found: Found, kinds: FindingKinds): Task {
  const subject = found.shown?.(view) ?? found.subject;
  const { fix } = kindOf(found.code, kinds);
  return { ...worded({ ...found, subject }, kinds, view), fix, links: linksOf(view, found) };
}

/** Several findings of a kind as one task. */
function togetherOf(view: View, alike: readonly Found[], first: Task, key: TextKey): Task {
  const text = (name: string) => view.text(name as TextKey, { count: alike.length });
  return {
    ...first,
    message: text(key),
    advice: text(`${key}.advice`),
    links: alike.flatMap((one) => linksOf(view, one)),
  };
}

/** Tasks in the order they were found. */
function tasksOf(view: View, found: readonly Found[], kinds: FindingKinds): Task[] {
  return found.flatMap((one) => {
    const { several } = kindOf(one.code, kinds);
    const task = taskOf(view, one, kinds);
    const alike = several === undefined ? [one] : found.filter(({ code }) => code === one.code);
    if (alike[0] !== one) return [];
    return several === undefined || alike.length === 1 ? [task] : [togetherOf(view, alike, task, several)];
  });
}

/** @param at when it was checked */
export function checkPage(view: View, found: readonly Found[], kinds: FindingKinds, at: Date): Page {
  const title = view.t('check.title');
  const passed = passedOf(found, kinds);
  const number = (count: number) => count.toLocaleString(view.formatLocale);
  const tasks = tasksOf(view, found, kinds);
  const content = (
    <>
      <PageHeader title={title} lead={view.t('check.lead')} />
      <p class="pe-muted pe-small pe-dots">
        {found.length > 0 && <span>{view.t('check.to_do.count', { count: found.length })}</span>}
        {passed.length > 0 && (
          <span>
            {view.t('check.passed', { passed: number(passed.length), all: number(Object.keys(kinds).length) })}
          </span>
        )}
        <Time view={view} at={at} precision="minute" />
      </p>
      {tasks.length === 0 && <EmptyState title={view.t('check.none')} text={view.t('check.none_text')} />}
      <Group view={view} title={view.t('check.yours')} tasks={tasks.filter(({ links }) => links.length > 0)} />
      <Group view={view} title={view.t('app.developers')} tasks={tasks.filter(({ links }) => links.length === 0)} />
      <Passed view={view} codes={passed} kinds={kinds} />
    </>
  );
  return { title, content };
}

/** Codes of the checks that found nothing. None before the tables exist: most checks cannot run then. */
function passedOf(found: readonly Found[], kinds: FindingKinds): string[] {
  const codes = new Set(found.map(({ code }) => code));
  return codes.has('migrations_pending') ? [] : Object.keys(kinds).filter((code) => !codes.has(code));
}

/** What was checked without a finding, by name. */
function Passed({ view, codes, kinds }: { view: View; codes: readonly string[]; kinds: FindingKinds }): JSX.Element {
  if (codes.length === 0) return <></>;
  const checks = codes
    .map((code) => ({ name: nameOf(code, view), article: kindOf(code, kinds).article }))
    .toSorted((a, b) => a.name.localeCompare(b.name, view.locale));
  return (
    <details class="pe-unfold">
      <summary>{view.t('check.passed.show')}</summary>
      <div class="pe-stack">
        <p class="pe-muted">{view.t('check.passed.text')}</p>
        <ul class="pe-passed">
          {checks.map(({ name, article }) => (
            <li>
              <Icon name="success" size={16} />
              <span>
                {name} {article !== null && <small class="pe-muted">{articleText(view, article)}</small>}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

/** The law in the reader's language, and the article. */
function articleText(view: View, law: string): string {
  const [, name, article = law] = /^(ePrivacy Directive )?(Art\..*)$/.exec(law) ?? [];
  if (article === law && !law.startsWith('Art.')) return law;
  return view.t(name === undefined ? 'check.article' : 'check.article.eprivacy', { article });
}

function Group({ view, title, tasks }: { view: View; title: string; tasks: readonly Task[] }): JSX.Element {
  if (tasks.length === 0) return <></>;
  return (
    <section class="pe-stack">
      <h2>{title}</h2>
      <ul class="pe-list pe-findings">
        {tasks.map((task) => (
          <TaskCard view={view} task={task} />
        ))}
      </ul>
    </section>
  );
}

function TaskCard({ view, task }: { view: View; task: Task }): JSX.Element {
  const { severity, message, advice, article, links, fix } = task;
  return (
    <li class="pe-card pe-stack">
      <p>
        <strong>{message}</strong>{' '}
        <Badge tone={severity === 'error' ? 'danger' : 'warning'} text={view.t(`check.severity.${severity}`)} />
      </p>
      <p>{advice}</p>
      {links.length > 0 && (
        <div class="pe-actions">
          {links.map(({ href, text, about }) => (
            <ButtonLink
              small
              href={href}
              text={about === '' ? text : view.t('text.labelled', { label: text, value: about })}
            />
          ))}
        </div>
      )}
      {links.length === 0 && fix !== undefined && <Fix view={view} fix={fix} />}
      {article !== null && <p class="pe-muted pe-small">{articleText(view, article)}</p>}
    </li>
  );
}

/** The findings that only the configuration can mend, with what to copy; nothing if there are none. */
export function developerTasks(view: View, found: readonly Found[], kinds: FindingKinds): JSX.Element {
  const tasks = tasksOf(view, found, kinds).filter(({ links }) => links.length === 0);
  if (tasks.length === 0) return <></>;
  return (
    <details class="pe-unfold">
      <summary>
        {view.t('app.developers')} <span class="pe-count">{tasks.length.toLocaleString(view.formatLocale)}</span>
      </summary>
      <ul class="pe-list pe-findings">
        {tasks.map((task) => (
          <TaskCard view={view} task={task} />
        ))}
      </ul>
    </details>
  );
}

/** The reader's tasks that the box lists; for others it shows the number. */
const SHOWN = 5;

/** The box above the policies; nothing if nothing needs attention. */
export function toDoBox(view: View, found: readonly Found[], kinds: FindingKinds): JSX.Element {
  const tasks = tasksOf(view, found, kinds);
  if (tasks.length === 0) return <></>;
  const shown = tasks.filter(({ links }) => links.length > 0).slice(0, SHOWN);
  return (
    <section class="pe-card pe-stack" aria-labelledby="to-do">
      <div class="pe-row">
        <h2 id="to-do">{view.t('check.to_do')}</h2>
        <Badge tone="warning" text={view.t('check.to_do.count', { count: found.length })} />
      </div>
      {shown.length > 0 && (
        <ol class="pe-steps">
          {shown.map(({ message, links: [first, ...others] }) => (
            <li>{first === undefined || others.length > 0 ? message : <a href={first.href}>{message}</a>}</li>
          ))}
        </ol>
      )}
      <div class="pe-actions">
        <ButtonLink href={view.href('/check')} text={view.t('check.to_do.all')} />
      </div>
    </section>
  );
}

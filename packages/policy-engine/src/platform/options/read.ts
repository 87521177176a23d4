/** Parses options by their schema, and reports all mistakes at once. */
import type { z } from 'zod';
import { type ConfigurationProblem, PolicyEngineError } from '../../errors/errors.ts';
import { sentenceOf } from './words.ts';

/** Reports a problem of an option. */
export type Report = (path: string, message: string) => void;

/** Compares options with each other, as they were given: each of them may be invalid itself. */
export type Relation = (given: Readonly<Record<string, unknown>>, report: Report) => void;

/**
 * Checks options and fills in their defaults.
 *
 * @throws {PolicyEngineError} `configuration_invalid`, with a line for each mistake
 */
export function readOptions<Out>(schema: z.ZodType<Out>, given: unknown, relations: readonly Relation[] = []): Out {
  const result = schema.safeParse(given, { error: sentenceOf });
  const problems = result.error === undefined ? [] : problemsOf(result.error.issues);
  const report: Report = (path, message) => void problems.push({ path, message });
  if (typeof given === 'object' && given !== null) {
    for (const relation of relations) relation(given as Readonly<Record<string, unknown>>, report);
  }
  if (result.success && problems.length === 0) return result.data;
  const lines = problems.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  throw new PolicyEngineError('configuration_invalid', [...new Set(lines)].join('\n'), { problems });
}

type Path = readonly PropertyKey[];

function problemsOf(issues: readonly z.core.$ZodIssue[], parent: Path = []): ConfigurationProblem[] {
  const found = issues.flatMap((issue) => problemsOfOne(issue, [...parent, ...issue.path]));
  return found.filter(({ path, message }, index) => {
    return found.findIndex((other) => other.path === path && other.message === message) === index;
  });
}

function problemsOfOne(issue: z.core.$ZodIssue, path: Path): ConfigurationProblem[] {
  if (issue.code === 'unrecognized_keys') {
    const messages = issue.message.split('\n');
    return issue.keys.map((key, index) => ({
      path: pathText([...path, key]),
      message: messages[index] ?? issue.message,
    }));
  }
  if (issue.code === 'invalid_key') return problemsOf(issue.issues, path);
  if (issue.code === 'invalid_union') {
    // A value of one member's kind is reported as that member.
    const meant = issue.errors.filter((errors) => errors.some(({ path: inside }) => inside.length > 0));
    if (meant.length === 1) return problemsOf(meant[0]!, path);
  }
  return [{ path: pathText(path), message: issue.message }];
}

/** `rules[1].validates_on` */
function pathText(path: Path): string {
  return path
    .map((key) => {
      if (typeof key === 'number') return `[${key}]`;
      return /^[A-Za-z_$][\w$]*$/.test(String(key)) ? `.${String(key)}` : `[${JSON.stringify(String(key))}]`;
    })
    .join('')
    .replace(/^\./, '');
}

/**
 * A stand-in for a browser: it starts the real one, forwards the messages between it and the service, and fails one command
 * according to the plan in a file.
 */
import { spawn } from 'node:child_process';
import { createReadStream, createWriteStream, readFileSync, renameSync, writeFileSync } from 'node:fs';
import type { Readable, Writable } from 'node:stream';
import { MAX_MESSAGE } from '../../dist/devtools/messages.js';

/**
 * How a command fails: refused, never answered, the browser killed, a response beyond the size limit, or a function that throws in the
 * page.
 */
export type WireFault = 'refused' | 'silent' | 'dead' | 'too-large' | 'throws';

/** Which command fails. */
export interface WirePlan {
  /** Commands are counted from the moment at which a plan with a new id is found. */
  id: string;
  fault: WireFault;
  at: number;
  /** The function of ours that is called in the page; others are not counted. */
  calls?: string;
}

interface Command {
  id: number;
  method: string;
  params?: Record<string, unknown>;
  sessionId?: string;
}

/** A page is checked repeatedly until it is complete: from the third time on, the same command is not counted. */
const REPEATED = 2;

/** @param folder folder of the plan (`plan.json`) and of the outcome (`met.json`) */
export function standBetween(executablePath: string, folder: string): void {
  const stdio = ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'] as const;
  const child = spawn(executablePath, process.argv.slice(2), { stdio: [...stdio] });
  child.on('exit', (code) => process.exit(code ?? 1));
  const toBrowser = child.stdio[3] as Writable;
  const toService = createWriteStream('', { fd: 4 });
  for (const stream of [toBrowser, toService]) stream.on('error', () => {});
  (child.stdio[4] as Readable).pipe(toService, { end: false });
  const plans = new Plans(folder);
  let rest = '';
  const commands = createReadStream('', { fd: 3, encoding: 'utf8' });
  commands.on('error', () => toBrowser.end()).on('end', () => toBrowser.end());
  commands.on('data', (text) => {
    const messages = (rest + String(text)).split('\0');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const command = JSON.parse(message) as Command;
      const fault = plans.faultOf(command);
      if (fault === undefined) toBrowser.write(`${message}\0`);
      if (fault === 'throws') toBrowser.write(`${JSON.stringify(throwing(command))}\0`);
      if (fault === 'dead') {
        child.kill('SIGKILL');
        process.exit(1);
      }
      if (fault === 'refused' || fault === 'too-large') toService.write(answerTo(command, fault));
    }
  });
}

function isCallOf({ method, params }: Command, name: string): boolean {
  return method === 'Runtime.callFunctionOn' && String(params?.functionDeclaration).includes(`return ${name}(`);
}

function answerTo({ id, sessionId }: Command, fault: 'refused' | 'too-large'): string {
  const outcome =
    fault === 'refused'
      ? { error: { code: -32_000, message: 'refused by a stand-in' } }
      : { result: { data: 'a'.repeat(MAX_MESSAGE) } };
  return `${JSON.stringify({ id, ...outcome, sessionId })}\0`;
}

function throwing(command: Command): Command {
  return { ...command, params: { ...command.params, functionDeclaration: 'function () { null.missing(); }' } };
}

class Plans {
  readonly #folder: string;
  #id = '';
  #count = 0;
  #isFirst = true;
  readonly #seen = new Map<string, number>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  faultOf(command: Command): WireFault | undefined {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const plan = this.#plan();
    // The version of the browser is requested to check whether it is alive.
    if (!plan || (command.method === 'Browser.getVersion' && !isFirst)) return undefined;
    if (plan.id !== this.#id) this.#begin(plan.id);
    if (plan.calls !== undefined ? !isCallOf(command, plan.calls) : this.#isRepeated(command)) return undefined;
    this.#count += 1;
    return this.#count === plan.at && this.#meet(command) ? plan.fault : undefined;
  }

  #begin(id: string): void {
    this.#id = id;
    this.#count = 0;
    this.#seen.clear();
  }

  #isRepeated({ method, params = {} }: Command): boolean {
    const { contextId, executionContextId, ...same } = params;
    const said = JSON.stringify([method, same, contextId === undefined, executionContextId === undefined]);
    // Each check contains the remaining time.
    const key = method.startsWith('Runtime.') ? said.replaceAll(/\d+/g, '') : said;
    const times = (this.#seen.get(key) ?? 0) + 1;
    this.#seen.set(key, times);
    return times > REPEATED;
  }

  #plan(): WirePlan | undefined {
    try {
      return JSON.parse(readFileSync(`${this.#folder}/plan.json`, 'utf8')) as WirePlan;
    } catch {
      return undefined;
    }
  }

  /** Ends the plan. @returns whether this call was the first to end it */
  #meet({ method }: Command): boolean {
    try {
      renameSync(`${this.#folder}/plan.json`, `${this.#folder}/spent.json`);
    } catch {
      return false;
    }
    writeFileSync(`${this.#folder}/met.tmp`, JSON.stringify({ method, at: this.#count }));
    renameSync(`${this.#folder}/met.tmp`, `${this.#folder}/met.json`);
    return true;
  }
}

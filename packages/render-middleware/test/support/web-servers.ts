/** The servers of a distribution, run with the snippets of `servers/` as children of the test. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../../../../testing/free-port.ts';

export const SNIPPETS = path.join(import.meta.dirname, '..', '..', 'servers');

export interface WebServer extends AsyncDisposable {
  readonly port: number;
}

interface Kind {
  readonly name: string;
  readonly snippet: string;
  readonly command: string;
  /** Ends an answer without length as if it were whole when it broke off: Caddy before 2.7. */
  readonly needsLength?: boolean;
  /** Decides by the headers of an answer, not only by its status. */
  readonly readsHeaders?: boolean;
  /** The whole configuration around the snippet. */
  configuration(snippet: string, folder: string): string;
  parameters(file: string, folder: string): string[];
}

const MODULES = ['mpm_event', 'authz_core', 'headers', 'proxy', 'proxy_http', 'rewrite', 'setenvif'];

export const WEB_SERVERS: readonly Kind[] = [
  {
    name: 'nginx',
    snippet: 'nginx.conf',
    command: '/usr/sbin/nginx',
    configuration: (snippet, folder) => `
      daemon off; master_process off; pid ${folder}/pid; error_log ${folder}/error.log;
      events { worker_connections 64; }
      http {
        access_log off;
        client_body_temp_path ${folder}/a; proxy_temp_path ${folder}/b; fastcgi_temp_path ${folder}/c;
        uwsgi_temp_path ${folder}/d; scgi_temp_path ${folder}/e;
        ${snippet}
      }`,
    parameters: (file, folder) => ['-p', folder, '-c', file, '-e', `${folder}/error.log`],
  },
  {
    name: 'Caddy',
    snippet: 'Caddyfile',
    command: '/usr/bin/caddy',
    needsLength: true,
    readsHeaders: true,
    configuration: (snippet) => `{\n\tadmin off\n\tauto_https off\n}\n${snippet}`,
    parameters: (file) => ['run', '--adapter', 'caddyfile', '--config', file],
  },
  {
    name: 'Apache',
    snippet: 'apache.conf',
    command: '/usr/sbin/apache2',
    configuration: (snippet, folder) => `
${MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`).join('\n')}
ServerName 127.0.0.1
DefaultRuntimeDir ${folder}
Mutex file:${folder} default
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
DocumentRoot ${folder}
${/127\.0\.0\.1:\d+(?=>)/.exec(snippet)?.[0].replace(/^/, 'Listen ') ?? ''}
${snippet}`,
    parameters: (file) => ['-X', '-f', file],
  },
];

export function isInstalled({ command }: Kind): boolean {
  try {
    accessSync(command);
    return true;
  } catch {
    return false;
  }
}

async function answers(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

async function untilListening(port: number, child: ChildProcess, log: () => string): Promise<void> {
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}\n${log()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Starts a server with its snippet, in which only addresses and the time for an answer are replaced. */
export async function startWebServer(kind: Kind, renderer: string, app: string): Promise<WebServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'web-server-'));
  const port = await freePort();
  const snippet = readFileSync(path.join(SNIPPETS, kind.snippet), 'utf8')
    .replaceAll('127.0.0.1:3000', new URL(renderer).host)
    .replaceAll('127.0.0.1:8080', new URL(app).host)
    .replaceAll('127.0.0.1:8000', `127.0.0.1:${port}`)
    .replace(/(?<=[ =])11(?=s|\b)/, '1');
  const file = path.join(folder, 'configuration');
  writeFileSync(file, kind.configuration(snippet, folder));
  let output = '';
  const child = spawn(kind.command, kind.parameters(file, folder), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  await untilListening(port, child, () => output);
  return {
    port,
    async [Symbol.asyncDispose]() {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

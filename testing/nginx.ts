/** A real nginx, as a child of a test. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { accepts } from './servers.ts';

const NGINX = '/usr/sbin/nginx';

/** The reason to skip tests that need nginx; false if it is installed. */
export function isNginxMissing(): string | false {
  try {
    accessSync(NGINX);
    return false;
  } catch {
    return `${NGINX} is not installed`;
  }
}

/**
 * Starts nginx with the content of its `http` block.
 *
 * @param http returns the content; its server must listen on this port of 127.0.0.1
 */
export async function startNginx(http: (port: number) => string): Promise<AsyncDisposable & { port: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'nginx-'));
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/t;`,
  );
  writeFileSync(
    file,
    `daemon off; master_process off; pid ${folder}/pid; events { worker_connections 64; }
    http { access_log off; ${temporary.join(' ')} ${http(port)} }`,
  );
  const child = spawn(NGINX, ['-p', folder, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  child.stderr.on('data', (text: Buffer) => (log += text.toString()));
  while (!(await accepts(`http://127.0.0.1:${port}`))) {
    if (child.exitCode !== null) throw new Error(`nginx ended with ${child.exitCode}\n${log}`);
    await sleep(25);
  }
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

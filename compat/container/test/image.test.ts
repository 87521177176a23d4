/**
 * The image of the Dockerfile, built without a container engine: its base is Debian with this Node, and its instructions run in it. runc
 * starts it with the user, the rights and the seccomp profile of `compose.yaml`. Needs root, debootstrap and runc, and a mirror of Debian.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { instructionsOf } from '../../../packages/page-renderer/test/deploy/dockerfile.ts';
import { packInto } from '../../../scripts/packed.ts';
import { DEPLOY, lacking, run } from './tools.ts';
import { freePort } from '../../../testing/free-port.ts';

const isRoot = process.getuid?.() === 0;
const skip = lacking('debootstrap', 'runc', 'unshare') || (!isRoot && 'only root can build the image');

const folder = mkdtempSync(path.join(tmpdir(), 'image-'));
const image = path.join(folder, 'image');
const dockerfile = instructionsOf(readFileSync(path.join(DEPLOY, 'Dockerfile'), 'utf8'));
const of = (name: string) => dockerfile.filter((one) => one.name === name).map(({ words }) => words);
const workdir = of('WORKDIR')[0] ?? '/';

async function build(): Promise<void> {
  const [, suite = ''] = /^node:24-(\w+)-slim$/.exec(of('FROM')[0] ?? '') ?? [];
  const mirror = 'http://deb.debian.org/debian';
  // What is mounted in a namespace is gone with its last process.
  run('unshare', ['--mount', 'debootstrap', '--variant=minbase', suite, image, mirror]);
  writeFileSync(
    path.join(image, 'etc/apt/sources.list'),
    `deb ${mirror} ${suite} main\ndeb ${mirror}-security ${suite}-security main\n`,
  );
  for (const file of ['/etc/resolv.conf', '/etc/hosts']) copyFileSync(file, path.join(image, file));
  const local = path.join(image, 'usr/local');
  copyFileSync(process.execPath, path.join(local, 'bin/node'));
  const npm = realpathSync(process.env['npm_execpath'] ?? run('sh', ['-c', 'command -v npm']).trim());
  cpSync(path.dirname(path.dirname(npm)), path.join(local, 'lib/node_modules/npm'), { recursive: true });
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', path.join(local, 'bin/npm'));
  // A machine may have its own authority for the registry.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities) copyFileSync(authorities, path.join(image, 'tmp/authorities.crt'));

  mkdirSync(path.join(image, workdir), { recursive: true });
  await packInto(path.join(image, workdir));
  for (const instruction of of('RUN')) {
    const environment = `DEBIAN_FRONTEND=noninteractive${authorities ? ' NODE_EXTRA_CA_CERTS=/tmp/authorities.crt' : ''}`;
    const inside = `cd ${workdir} && export ${environment} && ${instruction}`;
    const mounts = ['proc', 'dev'].map((name) => `mount --rbind /${name} "$0/${name}"`).join(' && ');
    run('unshare', ['--mount', 'sh', '-c', `${mounts} && exec chroot "$0" sh -c "$1"`, image, inside]);
  }
}

interface Profile {
  syscalls: Array<{ names: string[]; comment?: string }>;
}
const profile = (): Profile => JSON.parse(readFileSync(path.join(DEPLOY, 'seccomp.json'), 'utf8')) as Profile;

/** Writes the configuration of a container for runc. @returns its folder */
function bundle(words: readonly string[], seccomp: Profile): string {
  const { services } = parse(readFileSync(path.join(DEPLOY, 'compose.yaml'), 'utf8')) as {
    services: { 'page-renderer': { read_only: boolean; tmpfs: string[]; cap_drop: string[]; security_opt: string[] } };
  };
  const { read_only: readonly, tmpfs, cap_drop: dropped, security_opt: options } = services['page-renderer'];
  assert.deepEqual([dropped, options[0]], [['ALL'], 'no-new-privileges:true']);
  const [uid, gid] = (of('USER')[0] ?? '').split(':').map(Number);
  const env = of('ENV').flatMap((line) => line.split(/\s+/));
  const [, destination, given = ''] = /^([^:]+):(.*)$/.exec(tmpfs[0] ?? '') ?? [];
  const config = {
    ociVersion: '1.0.2',
    process: {
      user: { uid, gid },
      args: [...(JSON.parse(of('ENTRYPOINT')[0] ?? '') as string[]), ...words],
      env: ['PATH=/usr/local/bin:/usr/bin:/bin', ...env],
      cwd: workdir,
      capabilities: {},
      noNewPrivileges: true,
    },
    root: { path: image, readonly },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc' },
      { destination: '/dev', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'mode=755', 'size=64k'] },
      { destination, type: 'tmpfs', source: 'tmpfs', options: given.split(',') },
      { destination: '/sys', type: 'none', source: '/sys', options: ['rbind', 'nosuid', 'noexec', 'nodev', 'ro'] },
    ],
    linux: {
      namespaces: ['pid', 'ipc', 'uts', 'mount'].map((type) => ({ type })),
      maskedPaths: ['/proc/kcore', '/proc/keys', '/proc/timer_list'],
      readonlyPaths: ['/proc/bus', '/proc/fs', '/proc/irq', '/proc/sys', '/proc/sysrq-trigger'],
      seccomp,
    },
  };
  const place = mkdtempSync(path.join(folder, 'bundle-'));
  writeFileSync(path.join(place, 'config.json'), JSON.stringify(config));
  return place;
}

const runc = ['--root', path.join(folder, 'runc')];

function start(words: readonly string[], seccomp: Profile = profile()) {
  const place = bundle(words, seccomp);
  const id = path.basename(place);
  const child = spawn('runc', [...runc, 'run', '--bundle', place, id], { stdio: ['ignore', 'pipe', 'pipe'] });
  const output = { text: '' };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output.text += String(chunk)));
  return { id, output, ended: once(child, 'close').then(([code]) => code as number | null) };
}

describe('the image', { skip }, () => {
  const site = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html').end('<p id=a></p><script>a.textContent = "from a script"</script>');
  });
  let address = '';

  before(async () => {
    await build();
    await once(site.listen(0, '127.0.0.1'), 'listening');
    address = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`;
  });
  after(() => {
    site.close();
    rmSync(folder, { recursive: true });
  });

  test('contains a browser of Debian, and nothing of the build', () => {
    const [, browser = ''] = /PAGE_RENDERER_EXECUTABLE_PATH=(\S+)/.exec(of('ENV')[0] ?? '') ?? [];
    assert.ok(existsSync(path.join(image, browser)));
    assert.ok(!existsSync(path.join(image, workdir, 'Dockerfile')));
    assert.ok(!existsSync(path.join(image, workdir, 'node_modules/@sparticuz')));
  });

  test('renders a page as a user without rights, read-only, in the sandbox of Chromium', async () => {
    const { output, ended } = start(['render', address]);
    assert.equal(await ended, 0, output.text);
    assert.match(output.text, /200 complete\n/);
    assert.match(output.text, />from a script</);
  });

  test('needs the profile: without user namespaces, the browser refuses to start', async () => {
    const without = profile();
    for (const rule of without.syscalls)
      rule.names = rule.names.filter((name) => name !== 'unshare' && name !== 'clone3');
    const { output, ended } = start(['render', address], without);
    assert.equal(await ended, 1, output.text);
    assert.match(output.text, /does not allow its sandbox/);
  });

  test('serves, is healthy, and ends with 0 on SIGTERM', async () => {
    const port = await freePort();
    const { id, output, ended } = start(['--port', String(port), '--host', '127.0.0.1', '--shutdown-grace', '500']);
    const deadline = AbortSignal.timeout(60_000);
    while (!output.text.includes('is ready at')) {
      deadline.throwIfAborted();
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
    }
    const [, check = ''] = /CMD (.+)$/.exec(of('HEALTHCHECK')[0] ?? '') ?? [];
    run('runc', [...runc, 'exec', '--env', `PORT=${port}`, id, ...(JSON.parse(check) as string[])]);
    run('runc', [...runc, 'kill', id, 'TERM']);
    assert.equal(await ended, 0, output.text);
  });
});

/**
 * The files in `deploy`: their options exist and are valid, and nothing runs with more rights than it needs. No container engine runs
 * here; `npm run test:compat -- container` checks more of them with the tools that a machine has.
 */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { parseConfig } from 'page-renderer';
import { readConfiguration } from '../../dist/settings/reading.js';
import { instructionsOf } from './dockerfile.ts';

const PACKAGE = path.resolve(import.meta.dirname, '../..');
const DEPLOY = path.join(PACKAGE, 'deploy');
const { version } = JSON.parse(readFileSync(path.join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');

const folder = mkdtempSync(path.join(tmpdir(), 'deploy-'));
after(() => rmSync(folder, { recursive: true }));

type Json = Readonly<Record<string, unknown>>;
interface Compose {
  services: Readonly<Record<string, Json & { environment?: Readonly<Record<string, string>> }>>;
}
interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string };
  spec: Json;
}
interface Pod {
  metadata: { labels: Json };
  spec: {
    automountServiceAccountToken: boolean;
    enableServiceLinks: boolean;
    terminationGracePeriodSeconds?: number;
    securityContext: { runAsNonRoot: boolean };
    containers: ReadonlyArray<{
      image: string;
      env?: ReadonlyArray<{ name: string; value: string }>;
      ports: ReadonlyArray<{ name: string; containerPort: number }>;
      resources: { limits: Json };
      readinessProbe: Json;
      livenessProbe: Json;
      securityContext: Json;
    }>;
  };
}

/** @throws if a document has an error, such as a repeated key */
function documentsOf(file: string): unknown[] {
  return parseAllDocuments(read(file)).map((document) => {
    assert.deepEqual([...document.errors, ...document.warnings], [], file);
    return document.toJS() as unknown;
  });
}

const compose = documentsOf('compose.yaml')[0] as Compose;
const manifests = globSync('kubernetes/*.yaml', { cwd: DEPLOY })
  .filter((file) => !file.endsWith('kustomization.yaml'))
  .flatMap((file) => documentsOf(file) as Manifest[]);
const podOf = (name: string) => {
  const deployment = manifests.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  return deployment?.spec['template'] as Pod;
};
const dockerfile = instructionsOf(read('Dockerfile'));
const unit = read('page-renderer.service');

/** The variables of the service, by file. */
const environments: Readonly<Record<string, NodeJS.ProcessEnv>> = {
  Dockerfile: Object.fromEntries(
    dockerfile
      .filter(({ name }) => name === 'ENV')
      .flatMap(({ words }) => words.split(/\s+/).map((word) => word.split(/=(.*)/).slice(0, 2) as [string, string])),
  ),
  'compose.yaml': { ...compose.services['page-renderer']?.environment },
  'kubernetes/deployment.yaml': Object.fromEntries(
    podOf('page-renderer').spec.containers.flatMap(({ env = [] }) => env.map(({ name, value }) => [name, value])),
  ),
  'page-renderer.service': Object.fromEntries(
    Array.from(unit.matchAll(/^Environment=(.*)$/gm), ([, words = '']) => words)
      .flatMap((words) => words.split(' '))
      .map((word) => word.split(/=(.*)/).slice(0, 2) as [string, string]),
  ),
};

for (const [file, env] of Object.entries(environments)) {
  test(`${file}: its variables are options, with valid values`, () => {
    // Secrets are in files of the machine; tokens are enough here.
    const own = Object.entries(env).map(([name, value]) => {
      if (!name.endsWith('_FILE')) return [name, value];
      const secret = path.join(folder, name);
      writeFileSync(secret, `${name}\n`);
      return [name, secret];
    });
    const { config, wrongSources, environment } = readConfiguration({}, Object.fromEntries(own) as NodeJS.ProcessEnv);
    assert.deepEqual(wrongSources, []);
    assert.ok(config);
    const mentioned = new Set(Array.from(read(file).matchAll(/\bPAGE_RENDERER_[A-Z_]*[A-Z]\b/g), ([name]) => name));
    assert.deepEqual(
      readConfiguration(
        {},
        Object.fromEntries([...mentioned].map((name) => [name, env[name] ? '' : 'x'])),
      ).wrongSources.filter((problem) => problem.includes('unknown variable')),
      [],
    );
    assert.equal(environment.length, own.filter(([name, value]) => name?.startsWith('PAGE_RENDERER_') && value).length);
  });
}

test('the memory of browsers fits into the limit of the container, and the time to end into the period of the platform', () => {
  const { timeout, shutdownGrace } = parseConfig({});
  const container = podOf('page-renderer').spec;
  for (const [name, period, limit] of [
    ['compose.yaml', compose.services['page-renderer']?.['stop_grace_period'], 4],
    ['kubernetes/deployment.yaml', `${container.terminationGracePeriodSeconds}s`, 4],
    ['page-renderer.service', `${/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1]}s`, undefined],
  ] as const) {
    const env = environments[name] ?? {};
    const grace = Number(env['PAGE_RENDERER_SHUTDOWN_GRACE'] ?? shutdownGrace);
    assert.ok(Number.parseInt(String(period), 10) * 1_000 >= timeout + grace + 5_000, name);
    const browsers = Number(env['PAGE_RENDERER_BROWSERS']) * Number(env['PAGE_RENDERER_MAX_BROWSER_MEMORY']);
    if (limit !== undefined) assert.ok(browsers <= limit * 1_024 - 512, name);
  }
  assert.equal(container.containers[0]?.resources.limits['memory'], '4Gi');
});

test('a Node that is too old ends the service with the code after which systemd does not start it again', () => {
  const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
  const command = path.join(PACKAGE, 'bin/page-renderer.js');
  const { status, stderr } = spawnSync(process.execPath, ['--import', `data:text/javascript,${old}`, command], {
    encoding: 'utf8',
  });
  assert.match(stderr, /^page-renderer needs Node\.js 22\.19 or newer; this is v/);
  assert.equal(String(status), /^RestartPreventExitStatus=(\d+)$/m.exec(unit)?.[1]);
});

test('images have the version of this package, or a fixed tag', () => {
  const images = Array.from(
    [read('compose.yaml'), ...globSync('kubernetes/*.yaml', { cwd: DEPLOY }).map(read), read('Dockerfile'), unit]
      .join('\n')
      .matchAll(/(?:image:|^FROM|-t)\s*(?:registry\.example\/)?([a-z-]+[:@][\w.-]+)/gm),
    ([, image = '']) => image,
  );
  assert.deepEqual([...new Set(images)].toSorted(), [
    'node:24-trixie-slim',
    `page-renderer:${version}`,
    'redis:7.4-alpine',
  ]);
});

test('the image and the unit install the packed packages of this version, and Compose pulls no image of this name', () => {
  for (const text of [read('Dockerfile'), unit, readFileSync(path.join(PACKAGE, 'docs/deployment.md'), 'utf8')]) {
    const tarballs = Array.from(text.matchAll(/\b([a-z-]+)-(\d[\w.-]*)\.tgz/g), ([, name, of]) => `${name} ${of}`);
    assert.deepEqual([...new Set(tarballs)], [`page-renderer ${version}`, `render-middleware ${version}`]);
  }
  assert.equal(compose.services['page-renderer']?.['pull_policy'], 'build');
});

describe('the image', () => {
  const of = (name: string) => dockerfile.filter((one) => one.name === name).map(({ words }) => words);

  test('runs as another user than root, and starts the command of this package', () => {
    assert.deepEqual(of('USER'), ['1000:1000']);
    const [entry = ''] = of('ENTRYPOINT');
    const program = (JSON.parse(entry) as string[]).at(-1) ?? '';
    const [, within = ''] = /^\/opt\/page-renderer\/node_modules\/page-renderer\/(.+)$/.exec(program) ?? [];
    assert.ok(existsSync(path.join(PACKAGE, within)), program);
    assert.deepEqual(of('STOPSIGNAL'), ['SIGTERM']);
  });

  test('is healthy while /readyz is 200', async () => {
    const [, command = ''] = /CMD (.+)$/.exec(of('HEALTHCHECK')[0] ?? '') ?? [];
    const [, ...words] = JSON.parse(command) as string[];
    let status = 200;
    const server = createServer((request, response) => {
      response.writeHead(request.url === '/readyz' ? status : 404).end();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const { port } = server.address() as AddressInfo;
    const check = async () => {
      const child = spawn(process.execPath, words, { env: { ...process.env, PAGE_RENDERER_PORT: String(port) } });
      return ((await once(child, 'exit')) as [number])[0];
    };
    assert.equal(await check(), 0);
    status = 503;
    assert.equal(await check(), 1);
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    assert.equal(await check(), 1);
  });
});

test('the services of Compose have no rights that they do not need', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    assert.deepEqual([service['read_only'], service['cap_drop']], [true, ['ALL']], name);
    assert.ok((service['security_opt'] as string[]).includes('no-new-privileges:true'), name);
    const { limits } = (service['deploy'] as { resources: { limits: Json } }).resources;
    assert.deepEqual(Object.keys(limits), ['cpus', 'memory', 'pids'], name);
    assert.ok(service['tmpfs'] && service['restart'] && service['logging'], name);
    for (const port of (service['ports'] ?? []) as string[]) assert.match(port, /^127\.0\.0\.1:/);
  }
  const options = compose.services['page-renderer']?.['security_opt'] as string[];
  const profile = options.find((option) => option.startsWith('seccomp='))?.slice('seccomp='.length) ?? '';
  assert.ok(existsSync(path.join(DEPLOY, profile)));
});

describe('Kubernetes', () => {
  test('each manifest is in the list of kustomize', () => {
    const { resources } = documentsOf('kubernetes/kustomization.yaml')[0] as { resources: string[] };
    const files = globSync('*.yaml', { cwd: path.join(DEPLOY, 'kubernetes') });
    assert.deepEqual([...resources, 'kustomization.yaml'].toSorted(), files.toSorted());
  });

  for (const name of ['page-renderer', 'page-renderer-redis']) {
    test(`${name}: its pods have no rights that they do not need, and everything selects them`, () => {
      const { metadata, spec } = podOf(name);
      const { automountServiceAccountToken, enableServiceLinks, securityContext, containers } = spec;
      assert.deepEqual([automountServiceAccountToken, enableServiceLinks], [false, false]);
      assert.equal(securityContext.runAsNonRoot, true);
      for (const container of containers) {
        assert.deepEqual(container.securityContext, {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
        assert.ok(container.resources.limits['memory'] && container.readinessProbe && container.livenessProbe);
      }
      const labels = { 'app.kubernetes.io/name': name };
      assert.deepEqual(metadata.labels, labels);
      const own = manifests.filter(({ metadata: { name: of } }) => of === name);
      for (const {
        kind,
        spec: { selector, podSelector, scaleTargetRef },
      } of own) {
        if (kind === 'Service') assert.deepEqual(selector, labels);
        else if (kind === 'NetworkPolicy') assert.deepEqual(podSelector, { matchLabels: labels });
        else if (kind === 'HorizontalPodAutoscaler')
          assert.deepEqual(scaleTargetRef, { apiVersion: 'apps/v1', kind: 'Deployment', name });
        else assert.deepEqual(selector, { matchLabels: labels }, kind);
      }
    });
  }

  test('the renderer has each kind of object once, and its Service leads to its port', () => {
    const own = manifests.filter(({ metadata: { name } }) => name === 'page-renderer');
    assert.deepEqual(own.map(({ kind }) => kind).toSorted(), [
      'Deployment',
      'HorizontalPodAutoscaler',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'Service',
    ]);
    const [container] = podOf('page-renderer').spec.containers;
    assert.deepEqual(container?.ports, [{ name: 'http', containerPort: parseConfig({}).port }]);
    const service = own.find(({ kind }) => kind === 'Service');
    assert.deepEqual(service?.spec['ports'], [{ name: 'http', port: 80, targetPort: 'http' }]);
  });
});

test('the seccomp profile allows what the sandbox of Chromium needs, and refuses what breaks out of containers', () => {
  const { defaultAction, syscalls } = JSON.parse(read('seccomp.json')) as {
    defaultAction: string;
    syscalls: ReadonlyArray<{ names: string[]; action: string; args?: unknown }>;
  };
  const named = (action: string) => syscalls.filter((one) => one.action === action).flatMap(({ names }) => names);
  const [allowed, refused] = [new Set(named('SCMP_ACT_ALLOW')), named('SCMP_ACT_ERRNO')];
  assert.equal(defaultAction, 'SCMP_ACT_ERRNO');
  assert.equal(allowed.size + refused.length, new Set([...allowed, ...refused]).size, 'no call has two rules');
  for (const name of ['clone', 'clone3', 'unshare', 'chroot', 'seccomp', 'capset']) assert.ok(allowed.has(name), name);
  for (const name of ['mount', 'pivot_root', 'setns', 'bpf', 'io_uring_setup', 'ptrace', 'keyctl', 'kexec_load'])
    assert.ok(refused.includes(name) && !allowed.has(name), name);
});

test('the guide names files that exist, and the secret and the profile of the manifests', () => {
  const guide = readFileSync(path.join(PACKAGE, 'docs/deployment.md'), 'utf8');
  for (const [, file = ''] of guide.matchAll(/`([\w-]+\.(?:yaml|json|service))`/g)) {
    assert.ok(
      globSync(`{.,kubernetes}/${file}`, { cwd: DEPLOY }).length === 1,
      `${file} is not in deploy, or is there twice`,
    );
  }
  const deployment = read('kubernetes/deployment.yaml');
  const [, secret] = /kubectl create secret generic (\S+)/.exec(guide) ?? [];
  assert.ok(deployment.includes(`secretName: ${secret}`));
  for (const [, key] of guide.matchAll(/--from-literal=([\w-]+)=/g)) {
    assert.ok(deployment.includes(`/run/secrets/page-renderer/${key}`), key);
    assert.ok(read('compose.yaml').includes(`file: ./secrets/${key}`), key);
  }
  const [, profile] = /localhostProfile: (\S+)/.exec(deployment) ?? [];
  assert.ok(guide.includes(`/var/lib/kubelet/seccomp/${profile}`));
});

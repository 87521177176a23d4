/** `deploy/` against the published schemas, and the tools of a machine that check such files. */
import assert from 'node:assert/strict';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import { parse, parseAllDocuments } from 'yaml';
import { DEPLOY, lacking, run } from './tools.ts';

const read = (file: string) => readFileSync(path.join(DEPLOY, file), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'manifests-'));
after(() => rmSync(folder, { recursive: true }));

interface Manifest {
  apiVersion: string;
  kind: string;
}
/** A class of `kubernetes-models`. */
type Model = new (manifest: Manifest) => { validate(): void };

describe('Kubernetes: valid by the schema of its kind:', () => {
  for (const file of globSync('kubernetes/*.yaml', { cwd: DEPLOY })) {
    if (file.endsWith('kustomization.yaml')) continue;
    for (const document of parseAllDocuments(read(file))) {
      const manifest = document.toJS() as Manifest;
      test(`${file}: ${manifest.kind}`, async () => {
        const { apiVersion, kind } = manifest;
        const models = (await import(`kubernetes-models/${apiVersion}`)) as Record<string, Model>;
        const Kind = models[kind] ?? assert.fail(`there is no ${kind} in ${apiVersion}`);
        new Kind(manifest).validate();
        assert.throws(
          () => new Kind({ ...manifest, spec: 1 } as Manifest).validate(),
          'the schema refuses what is wrong',
        );
      });
    }
  }
});

interface Compose {
  name?: string;
  services: Record<string, { depends_on?: object | string[] }>;
}

test('Compose: the client of Docker reads it', { skip: lacking('docker') }, () => {
  // `docker stack` has the older form of these two.
  const { name: _, ...compose } = parse(read('compose.yaml')) as Compose;
  for (const service of Object.values(compose.services)) {
    if (service.depends_on) service.depends_on = Object.keys(service.depends_on);
  }
  const merged = run('docker', ['stack', 'config', '--compose-file', '-'], JSON.stringify(compose));
  assert.match(merged, /seccomp=/);
});

describe('systemd', { skip: lacking('systemd-analyze') }, () => {
  const unit = path.join(folder, 'page-renderer.service');
  // The programs are in other places here.
  writeFileSync(unit, read('page-renderer.service').replace(/^ExecStart=\S+ \S+$/m, `ExecStart=${process.execPath}`));

  test('the unit has no error', () => {
    assert.equal(run('systemd-analyze', ['verify', '--man=no', unit]).trim(), '');
  });

  test('its exposure is below 2.5', () => {
    const [, level] =
      /exposure level for \S+: ([\d.]+)/.exec(run('systemd-analyze', ['security', '--offline=true', unit])) ?? [];
    assert.ok(Number(level) < 2.5, level);
  });
});

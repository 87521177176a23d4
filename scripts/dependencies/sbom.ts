/** The software bill of materials of a package, in the JSON format of CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
import { installedWith } from './declared.ts';

/** Name of the file beside `package.json`. */
export const SBOM = 'sbom.cdx.json';

/** An address of a package (https://github.com/package-url/purl-spec). */
const purlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The document about one of our packages: the same for the same lockfile, without times. */
export function sbomOf(name: string): object {
  const all = installedWith(name);
  const references = new Map([...all].map(([folder, one]) => [folder, purlOf(one.name, one.version)]));
  const described = [...all].map(([folder, { name: full, version, license, integrity }]) => {
    const [, algorithm, digest] = /^(sha\d+)-(.+)$/.exec(integrity ?? '') ?? [];
    const content = digest && Buffer.from(digest, 'base64').toString('hex');
    return {
      type: 'library',
      'bom-ref': references.get(folder)!,
      name: full,
      version,
      purl: references.get(folder)!,
      hashes: content ? [{ alg: algorithm!.replace('sha', 'SHA-'), content }] : undefined,
      licenses: license === undefined ? undefined : [licenceOf(license)],
    };
  });
  const [component, ...components] = described;
  const dependsOn = new Map<string, Set<string>>();
  for (const [folder, { needs }] of all) {
    const from = references.get(folder)!;
    const known = dependsOn.get(from) ?? new Set();
    for (const one of needs) known.add(references.get(one)!);
    dependsOn.set(from, known);
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component },
    // The same version of a package may be in several folders.
    components: [...new Map(components.map((one) => [one.purl, one])).values()].toSorted((a, b) =>
      a.purl < b.purl ? -1 : 1,
    ),
    dependencies: [...dependsOn]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([ref, needs]) => ({ ref, dependsOn: [...needs].toSorted() })),
  };
}

/** A licence by its SPDX id, or an expression of several. */
const licenceOf = (text: string): object => (/\s/.test(text) ? { expression: text } : { license: { id: text } });

/** Images of an export: a chosen address reaches nothing but a picture on the public internet. */
import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import type { ExporterOptions, PageData } from 'policy-engine/export';
import { isPublicAddress } from '../../dist/platform/network/addresses.js';
import type { SiteFiles } from '../../dist/modules/export/archive/site-files.js';
import { Images } from '../../dist/modules/export/images/images.js';
import type { Translate } from '../../dist/platform/i18n/language.js';
import { imageFormat } from '../../dist/modules/export/images/sniff.js';
import { engineWith, exported, temporaryFolder } from './export.ts';
import { picture, servePictures } from './pictures.ts';

const IMAGES = /<img src="([^"]+)" alt="([^"]*)"/g;

/** Exports one page with these images. */
async function page(sources: readonly string[], folder: string, exporter: ExporterOptions) {
  const engine = engineWith(
    [
      {
        name: 'album',
        member: 'sources',
        template: '<% for (const source of it.member) { %><%= it.imageTag(source, { alt: "<A>" }) %><% } %>',
        jsonTemplate: ({ member, imageTag }: PageData<unknown, string[]>) => ({ first: imageTag(member[0]) }),
      },
    ],
    exporter,
  );
  const { files, summary } = await exported(engine, { sources }, folder);
  const html = files.get('album/index.html') ?? '';
  return { html, files, failures: summary.failures, images: [...html.matchAll(IMAGES)].map(([, source]) => source) };
}

test('images are fetched once, stored by content, and linked from every page', async () => {
  await using folder = await temporaryFolder();
  await using server = await servePictures();
  const { origin, host, asked } = server;
  const sources = [
    `${origin}/1.png`,
    `${origin}/1.png#again`,
    `${origin}/2.png`,
    `${origin}/redirect.png`,
    `${origin}/7.png`,
    `${origin}/my pictures/8.png`,
  ];
  const { images, files, failures, html } = await page(sources, folder.path, { allowedHosts: [host] });
  assert.equal(images.length, 6);
  assert.equal(images[0], images[1]);
  assert.equal(images[3], images[4]);
  assert.match(images[0] ?? '', /^\.\.\/images\/[0-9a-f]{32}\.png$/);
  assert.match(html, /alt="&lt;A&gt;"/);
  for (const image of images) assert.ok(files.has(String(image).slice(3)));
  assert.deepEqual(failures, []);
  assert.equal(asked.filter((url) => url === '/2.png').length, 1);
  assert.deepEqual(JSON.parse(files.get('album/data.json') ?? ''), { first: images[0]?.slice(3) });
});

test('a refused image leaves a placeholder and a line in the manifest, and does not fail the export', async () => {
  await using folder = await temporaryFolder();
  await using server = await servePictures();
  const { origin, host, asked } = server;
  const paths = [
    'gone.png',
    'metadata.png',
    'inside.png',
    'round.png',
    'page.png',
    'drawing.svg',
    'huge.png',
    'endless.png',
  ];
  const refused = [
    ...paths.map((name) => `${origin}/${name}`),
    '|touch /tmp/pwned; : #/a.png',
    '/etc/passwd',
    'file:///etc/passwd',
    'ftp://shop.example/a.png',
    'http://user:secret@shop.example/a.png',
    'data:text/html;base64,PHNjcmlwdD4=',
    'data:image/svg+xml;base64,PHN2Zy8+',
    `http://shop.example/${'a'.repeat(9000)}.png`,
    'http://localhost:1/a.png',
    'http://[::1]:1/a.png',
    'http://[::ffff:127.0.0.1]:1/a.png',
    'http://2130706433/a.png',
    'http://169.254.169.254/latest/meta-data/a.png',
  ];
  const limits = { allowedHosts: [host], maxImageBytes: 100_000, imageTimeoutSeconds: 1 };
  const { html, images, failures } = await page(refused, folder.path, limits);
  assert.deepEqual(images, []);
  assert.equal(html.match(/class="book-missing"/g)?.length, refused.length);
  const reasons = Object.fromEntries(failures.map(({ source, reason }) => [source, reason]));
  assert.equal(reasons[`${origin}/gone.png`], 'The server answered 404');
  assert.equal(reasons[`${origin}/metadata.png`], 'The address is not public');
  assert.equal(reasons[`${origin}/inside.png`], 'The address is not public');
  assert.equal(reasons[`${origin}/round.png`], 'More than 5 redirects');
  assert.match(reasons[`${origin}/page.png`] ?? '', /not an image of a type/);
  assert.match(reasons[`${origin}/drawing.svg`] ?? '', /not an image of a type/);
  assert.match(reasons['data:image/svg+xml;base64,PHN2Zy8+'] ?? '', /not an image of a type/);
  assert.match(failures.find(({ source }) => source.includes('aaaa'))?.reason ?? '', /too long/);
  assert.match(reasons[`${origin}/huge.png`] ?? '', /Larger than 100000 bytes/);
  assert.match(reasons[`${origin}/endless.png`] ?? '', /took too long/);
  for (const name of ['localhost:1', '[::1]:1', '[::ffff:127.0.0.1]:1', '2130706433']) {
    assert.equal(reasons[`http://${name}/a.png`], 'The address is not public', name);
  }
  assert.equal(failures.length, refused.length);
  assert.equal(asked.filter((url) => url === '/round.png').length, 6);
});

test('the number of images in an export is limited', async () => {
  await using folder = await temporaryFolder();
  await using server = await servePictures();
  const sources = [1, 2, 3, 4].map((number) => `${server.origin}/${number}.png`);
  const { images, failures } = await page(sources, folder.path, { allowedHosts: [server.host], maxImages: 2 });
  assert.equal(images.length, 2);
  assert.deepEqual(
    failures.map(({ reason }) => reason),
    ['Too many images', 'Too many images'],
  );
});

test('slow servers delay an export up to a limit', async () => {
  await using server = await servePictures();
  const missed: string[] = [];
  const files = { add: async () => {}, miss: ({ reason }: { reason: string }) => missed.push(reason) };
  const settings = {
    folders: [],
    allowedHosts: new Set([server.host]),
    maxBytes: 100_000,
    maxImages: 10,
    timeoutMilliseconds: 100,
    allMilliseconds: 50,
  };
  using images = new Images({
    settings,
    files: files as unknown as SiteFiles,
    t: ((key: string) => key) as Translate,
    signal: new AbortController().signal,
  });
  for (const name of ['endless.png', '1.png']) {
    const mark = images.imageTag(`${server.origin}/${name}`).toString();
    await images.place([mark], [{ path: 'a.html', root: '' }]);
  }
  assert.deepEqual(missed, ['The server took too long', 'Images took too long in all']);
  assert.deepEqual(server.asked, ['/endless.png']);
});

test('a path of an image stays in a declared folder', async () => {
  await using folder = await temporaryFolder();
  const album = path.join(folder.path, 'album');
  await mkdir(path.join(folder.path, 'album-secret'));
  await mkdir(album);
  for (const name of ['album/a.png', 'outside.png', 'album-secret/b.png']) {
    await writeFile(path.join(folder.path, name), picture(1));
  }
  await symlink(path.join(folder.path, 'outside.png'), path.join(album, 'link.png'));
  await mkdir(path.join(album, 'folder.png'));
  const wanted = ['a.png', '/a.png', path.join(album, 'a.png'), `file://${album}/a.png`];
  const refused = [
    '../outside.png',
    'link.png',
    '../album-secret/b.png',
    'folder.png',
    'none.png',
    `file://${folder.path}/outside.png`,
  ];
  const { images, failures } = await page([...wanted, ...refused], folder.path, { imageFolders: [album] });
  assert.equal(images.length, wanted.length);
  assert.deepEqual(
    failures.map(({ source }) => source),
    refused,
  );
});

test('data URLs stay unchanged, and a row without an image renders nothing', async () => {
  await using folder = await temporaryFolder();
  const inline = `data:image/png;base64,${picture(1, 4, 4).toString('base64')}`;
  const { images, html } = await page([inline, '', ' '], folder.path, {});
  assert.deepEqual(images, [inline]);
  assert.doesNotMatch(html, /\[\[image|book-missing/);
});

const ADDRESSES: Array<[address: string, isPublic: boolean]> = [
  ['93.184.216.34', true],
  ['2606:2800:220:1:248:1893:25c8:1946', true],
  ['127.0.0.1', false],
  ['0.0.0.0', false],
  ['10.1.2.3', false],
  ['172.31.255.255', false],
  ['192.168.0.1', false],
  ['100.64.0.1', false],
  ['169.254.169.254', false],
  ['168.63.129.16', false],
  ['192.88.99.1', false],
  ['198.18.0.1', false],
  ['203.0.113.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['fe80::1%eth0', false],
  ['fd00:ec2::254', false],
  ['2001:db8::1', false],
  ['2002:7f00:1::', false],
  ['3fff::1', false],
  ['ff02::1', false],
  ['shop.example', false],
];

for (const [address, isPublic] of ADDRESSES) {
  test(`${address} is ${isPublic ? '' : 'not '}public`, () => assert.equal(isPublicAddress(address), isPublic));
}

test('the type of an image is determined by its bytes', () => {
  assert.equal(imageFormat(picture(1, 2, 2)), 'png');
  assert.equal(imageFormat(Buffer.from('ffd8ffe000104a464946', 'hex')), 'jpg');
  assert.equal(imageFormat(Buffer.from('RIFF\0\0\0\0WEBPVP8 ')), 'webp');
  assert.equal(imageFormat(Buffer.from('\0\0\0\x20ftypavif\0\0\0\0')), 'avif');
  assert.equal(imageFormat(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">')), null);
  assert.equal(imageFormat(Buffer.alloc(0)), null);
});

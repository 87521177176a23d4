/** A server of pictures, some of which are never sent. */
import { createServer } from 'node:http';
import { crc32, deflateSync } from 'node:zlib';
import { listening } from '../../../../testing/listening.ts';

/** A PNG of a hill under a sky; each number creates another one. */
export function picture(number: number, width = 96, height = 64): Buffer {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const hill = 0.55 + 0.2 * Math.sin((x / width) * 5 + number) + 0.06 * Math.sin((x / width) * 17 + 2 * number);
      const isSun = (x / width - 0.7) ** 2 + (y / height - 0.25) ** 2 < 0.012;
      const light = y / height;
      const hue = (number * 47) % 360;
      const colour = isSun
        ? [255, 236, 190]
        : light > hill
          ? shade(hue + 90, 0.34 + 0.2 * light)
          : shade(hue, 0.86 - 0.3 * light);
      rows.set(colour, y * (1 + 3 * width) + 1 + 3 * x);
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function shade(hue: number, light: number): number[] {
  return [0, 120, 240].map((turn) =>
    Math.round(255 * light * (0.75 + 0.25 * Math.cos(((hue + turn) * Math.PI) / 180))),
  );
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), 4 + body.length);
  return frame;
}

/** A server of pictures at `/1.png` and so on, with faulty ones beside them. */
export interface PictureServer extends AsyncDisposable {
  /** With the port, as in `allowedHosts`. */
  readonly host: string;
  readonly origin: string;
  /** Requested paths, in order. */
  readonly asked: string[];
}

export async function servePictures(): Promise<PictureServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    asked.push(url);
    if (request.headers['user-agent'] === undefined) return void response.writeHead(403).end();
    const number = /^\/(?:my%20pictures\/)?(\d+)\.png$/.exec(url)?.[1];
    if (number !== undefined) return void response.setHeader('content-type', 'image/png').end(picture(Number(number)));
    if (url === '/redirect.png') return void response.writeHead(302, { location: '/7.png' }).end();
    if (url === '/inside.png') return void response.writeHead(302, { location: 'http://127.0.0.1:1/secret.png' }).end();
    if (url === '/metadata.png') return void response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    if (url === '/round.png') return void response.writeHead(302, { location: '/round.png' }).end();
    if (url === '/page.png')
      return void response.setHeader('content-type', 'image/png').end('<script>alert(1)</script>');
    if (url === '/drawing.svg') {
      return void response.setHeader('content-type', 'image/svg+xml').end('<svg xmlns="http://www.w3.org/2000/svg"/>');
    }
    if (url === '/huge.png') return void response.end(Buffer.concat([picture(1), Buffer.alloc(200_000)]));
    if (url === '/endless.png') return void response.write(picture(1));
    return void response.writeHead(404).end();
  });
  const { host, url, [Symbol.asyncDispose]: close } = await listening(server);
  return { host, origin: url, asked, [Symbol.asyncDispose]: close };
}

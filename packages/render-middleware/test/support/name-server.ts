import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';

const TYPES: Readonly<Record<number, 'A' | 'PTR' | 'AAAA'>> = { 1: 'A', 12: 'PTR', 28: 'AAAA' };

function encodeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}

function encodeData(type: string, value: string): Buffer {
  if (type === 'PTR') return encodeName(value);
  if (type === 'A') return Buffer.from(value.split('.').map(Number));
  const groups = value.split(':').map((group) => Number.parseInt(group, 16));
  return Buffer.from(groups.flatMap((group) => [group >> 8, group & 255]));
}

function readName(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length).toLowerCase());
    at += length + 1;
  }
  return { name: labels.join('.'), end: at + 1 };
}

/** A real name server on loopback (RFC 1035, UDP), for the few kinds of records that are asked for. */
export class NameServer implements AsyncDisposable {
  /** `PTR 1.2.0.192.in-addr.arpa` to values; IPv6 addresses in full. */
  readonly records: Readonly<Record<string, readonly string[]>>;
  readonly questions: string[] = [];
  /** Says nothing at all while it is true. */
  isSilent = false;
  readonly #socket = createSocket('udp4');

  private constructor(records: Readonly<Record<string, readonly string[]>>) {
    this.records = records;
    this.#socket.on('message', (message, { port, address }) => {
      if (!this.isSilent) this.#socket.send(this.#answer(message), port, address);
    });
  }

  static async start(records: Readonly<Record<string, readonly string[]>>): Promise<NameServer> {
    const server = new NameServer(records);
    server.#socket.bind(0, '127.0.0.1');
    await once(server.#socket, 'listening');
    return server;
  }

  get resolver(): Resolver {
    const resolver = new Resolver({ timeout: 5000, tries: 1 });
    resolver.setServers([`127.0.0.1:${this.#socket.address().port}`]);
    return resolver;
  }

  #answer(message: Buffer): Buffer {
    const { name, end } = readName(message);
    const type = TYPES[message.readUInt16BE(end)] ?? '?';
    this.questions.push(`${type} ${name}`);
    const values = this.records[`${type} ${name}`];
    const header = Buffer.from(message.subarray(0, 12));
    // An answer with recursion; code 3 says that there is no such name.
    header.writeUInt16BE(values ? 0x81_80 : 0x81_83, 2);
    header.writeUInt16BE(values?.length ?? 0, 6);
    header.writeUInt32BE(0, 8);
    const answers = (values ?? []).map((value) => {
      const data = encodeData(type, value);
      const fields = Buffer.alloc(12);
      fields.writeUInt16BE(0xc0_0c, 0);
      message.copy(fields, 2, end, end + 4);
      fields.writeUInt32BE(60, 6);
      fields.writeUInt16BE(data.length, 10);
      return Buffer.concat([fields, data]);
    });
    return Buffer.concat([header, message.subarray(12, end + 4), ...answers]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#socket.close(resolve);
    });
  }
}

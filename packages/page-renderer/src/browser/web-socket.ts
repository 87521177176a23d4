import { Readable, Writable } from 'node:stream';
import type { Pipes } from '../devtools/connection.ts';
import { inTime } from '../kernel/in-time.ts';

/** Ends each message on a pipe; JSON contains none. */
const END = '\0';

/**
 * Connects to a browser over a WebSocket, and offers it as the pipes of a browser on this machine.
 *
 * @param timeout milliseconds
 * @throws {Error} if there is no connection in time
 */
export async function openWebSocket(url: string, timeout: number): Promise<Pipes> {
  const socket = new WebSocket(url);
  const opened = Promise.withResolvers<void>();
  socket.addEventListener('open', () => opened.resolve());
  socket.addEventListener('error', () => opened.reject(new Error('it refuses the connection')));
  socket.addEventListener('close', () => opened.reject(new Error('it closed the connection')));
  try {
    await inTime(opened.promise, timeout);
  } catch (error) {
    socket.close();
    throw error;
  }
  return pipesOf(socket);
}

function pipesOf(socket: WebSocket): Pipes {
  const answers = new Readable({ read() {} });
  const commands = new Writable({
    decodeStrings: false,
    write(text: string, _, done) {
      for (const message of text.split(END)) if (message !== '') socket.send(message);
      done();
    },
    destroy(error, done) {
      socket.close();
      done(error);
    },
  });
  socket.addEventListener('message', ({ data }) => void answers.push(`${String(data)}${END}`));
  const end = () => {
    answers.destroy();
    commands.destroy();
  };
  socket.addEventListener('close', end);
  socket.addEventListener('error', end);
  return { commands, answers };
}

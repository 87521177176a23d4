/** WebDriver over HTTP, as WebKitWebDriver and ChromeDriver speak it. */
import { COMMANDS, type Transport } from './commands.ts';
import { eventually, type Running, start } from './process.ts';
import { freePort } from '../../../testing/free-port.ts';

interface Capabilities {
  readonly browserVersion: string;
}

async function ask(url: string, method: string, body?: unknown): Promise<unknown> {
  const response = await fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error: string; message: string };
  throw new Error(`${error}: ${message} (${method} ${new URL(url).pathname})`);
}

/**
 * Starts a driver and a browser.
 *
 * @param driver file of the driver's program
 * @param capabilities of the browser
 */
export async function overHttp(
  driver: string,
  capabilities: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string>>,
): Promise<Transport> {
  const port = await freePort();
  const running: Running = start(driver, [`--port=${port}`], env);
  const base = `http://127.0.0.1:${port}`;
  try {
    await eventually(() => ask(`${base}/status`, 'GET'), running);
    const session = (await ask(`${base}/session`, 'POST', { capabilities: { alwaysMatch: capabilities } })) as {
      readonly sessionId: string;
      readonly capabilities: Capabilities;
    };
    const here = `${base}/session/${session.sessionId}`;
    return {
      version: session.capabilities.browserVersion,
      send(command, parameters = {}) {
        const [method, template] = COMMANDS[command];
        const { id, ...others } = parameters;
        const isInPath = template.includes('{id}');
        const path = template.replace('{id}', String(id));
        return ask(here + path, method, method === 'POST' ? (isInPath ? others : parameters) : undefined);
      },
      async close() {
        await ask(here, 'DELETE').catch(() => undefined);
        await running.end();
      },
    };
  } catch (error) {
    await running.end();
    throw error;
  }
}

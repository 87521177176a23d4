/** The commands of WebDriver (https://www.w3.org/TR/webdriver2/) that the journeys need, for both of its transports. */

/** Name of each command in Marionette, Firefox's own transport, with its method and path over HTTP. */
export const COMMANDS = {
  'WebDriver:Navigate': ['POST', '/url'],
  'WebDriver:Back': ['POST', '/back'],
  'WebDriver:Refresh': ['POST', '/refresh'],
  'WebDriver:ElementClick': ['POST', '/element/{id}/click'],
  'WebDriver:ElementSendKeys': ['POST', '/element/{id}/value'],
  'WebDriver:GetCurrentURL': ['GET', '/url'],
  'WebDriver:ExecuteScript': ['POST', '/execute/sync'],
  'WebDriver:GetCookies': ['GET', '/cookie'],
  'WebDriver:GetWindowHandle': ['GET', '/window'],
  'WebDriver:NewWindow': ['POST', '/window/new'],
  'WebDriver:SwitchToWindow': ['POST', '/window'],
  'WebDriver:SwitchToFrame': ['POST', '/frame'],
  'WebDriver:PerformActions': ['POST', '/actions'],
  'WebDriver:SetWindowRect': ['POST', '/window/rect'],
  'WebDriver:TakeScreenshot': ['GET', '/screenshot'],
  // Of ChromeDriver alone.
  'Chromium:SetNetworkConditions': ['POST', '/chromium/network_conditions'],
} as const satisfies Readonly<Record<string, readonly ['GET' | 'POST', string]>>;

/** A command. */
export type Command = keyof typeof COMMANDS;

/** A running browser with a profile of its own. */
export interface Transport {
  /** Version as the browser says it, such as `153.7.0`. */
  readonly version: string;
  /** @throws {Error} with the code of WebDriver, such as `stale element reference`, in its message */
  send(command: Command, parameters?: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Ends the browser and its driver, and removes the profile. */
  close(): Promise<void>;
}

/** How a browser is started. */
export interface Start {
  /** Without scripts. Default: with them. */
  readonly javaScript?: boolean;
  /** With Global Privacy Control switched on. Default: off. */
  readonly gpc?: boolean;
  /** Whether it keeps cookies; Chromium alone can be told. Default: it does. */
  readonly cookies?: boolean;
}

/// <reference lib="dom" />

/**
 * Takes away what opens connections whose addresses a browser tells nobody before. Runs in the world of a page, a frame or a
 * worker, before its scripts.
 */
export function withoutSockets(): void {
  installFeatures();
  for (const name of ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection', 'webkitRTCPeerConnection']) {
    Reflect.deleteProperty(globalThis, name);
  }
}

/**
 * Takes away service workers, as a page finds it where nothing is encrypted: what one keeps is of no use to a page that is
 * opened once, and it would run beside everything that is known of the page.
 */
export function withoutServiceWorkers(): void {
  if (typeof Navigator === 'function') Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
}

/**
 * A worker that waits has only a part of what its scripts find there. The rest is added when its class is first asked for,
 * and else just before its scripts run: too late to be replaced.
 */
export function installFeatures(): void {
  Reflect.get(globalThis, 'WorkerGlobalScope');
}

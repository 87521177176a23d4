/// <reference lib="dom" />

/**
 * Removes the interfaces that open connections whose addresses the browser does not report beforehand. Runs in the world of a
 * page, a frame or a web worker, before its scripts.
 */
export function withoutSockets(): void {
  installFeatures();
  for (const name of ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection', 'webkitRTCPeerConnection']) {
    Reflect.deleteProperty(globalThis, name);
  }
}

/**
 * A waiting web worker has only some of the interfaces that its scripts will find. The others are added when its class is first
 * accessed, otherwise just before its scripts run: too late for replacing them.
 */
export function installFeatures(): void {
  Reflect.get(globalThis, 'WorkerGlobalScope');
}

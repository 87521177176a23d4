/// <reference lib="dom" />

/**
 * Takes away what opens connections whose addresses a browser tells nobody before. Runs in the world of a page, a frame or a
 * worker, before its scripts.
 */
export function withoutSockets(): void {
  for (const name of ['WebSocket', 'WebSocketStream', 'WebTransport', 'RTCPeerConnection', 'webkitRTCPeerConnection']) {
    Reflect.deleteProperty(globalThis, name);
  }
}

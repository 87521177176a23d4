/** The guard's table: addresses that are refused, and pages that try to get at an address that they may not reach. */
import type { ServerResponse } from 'node:http';
import type { Site } from './site.ts';

/** Targets that are refused where nothing private is allowed. */
export const INTERNAL: readonly string[] = [
  'http://127.0.0.1/',
  'http://127.0.0.2/',
  'http://localhost/',
  'http://LOCALHOST./',
  'http://0.0.0.0/',
  'http://[::1]/',
  'http://[::ffff:127.0.0.2]/',
  'http://2130706434/',
  'http://0x7f000002/',
  'http://0177.0.0.2/',
  'http://127.2/',
  'http://10.1.2.3/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://169.254.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://metadata.google.internal/computeMetadata/v1/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://[64:ff9b::7f00:2]/',
];

/** Paths of pages of {@link attacksOn} that load, and do not redirect. */
export const ATTACKS: readonly string[] = [
  '/meta-refresh',
  '/script-navigation',
  '/image',
  '/frame',
  '/nested-frame',
  '/stylesheet',
  '/fetch',
  '/beacon',
  '/worker',
  '/websocket',
  '/preload',
  '/form',
  '/popup',
  '/localhost',
  '/decimal',
  '/webrtc',
];

/** Pages, and redirects, that lead to the victim, which counts what arrives on TCP and UDP. */
export function attacksOn(victim: Site): Record<string, string | ((_: unknown, response: ServerResponse) => void)> {
  const there = (path: string) => `${victim.url}/${path}`;
  const redirect = (location: string) => ({
    handler: (_: unknown, response: ServerResponse) => response.writeHead(302, { Location: location }).end(),
  });
  return {
    '/redirect': redirect(there('redirect')).handler,
    '/redirect-file': redirect('file:///etc/passwd').handler,
    '/redirect-metadata': redirect('http://169.254.169.254/latest/meta-data/').handler,
    '/meta-refresh': `<meta http-equiv="refresh" content="0;url=${there('refresh')}"><p>page</p>`,
    '/script-navigation': `<p>page</p><script>setTimeout(() => { location = "${there('navigation')}" }, 50)</script>`,
    '/image': `<p>page</p><img src="${there('image')}">`,
    '/frame': `<p>page</p><iframe src="${there('frame')}"></iframe>`,
    '/nested-frame': '<p>page</p><iframe src="/frame"></iframe>',
    '/stylesheet': `<link rel="stylesheet" href="${there('style')}"><p>page</p>`,
    '/fetch': `<p id="p">page</p><script>fetch("${there('fetch')}", { mode: "no-cors" }).then(() => { p.textContent = "reached" }, () => {})</script>`,
    '/beacon': `<p>page</p><script>navigator.sendBeacon("${there('beacon')}")</script>`,
    '/worker': `<p>page</p><script>
      const code = 'fetch("${there('worker')}", { mode: "no-cors" })';
      new Worker(URL.createObjectURL(new Blob([code])));
    </script>`,
    '/websocket': `<p id="p">page</p><script>
      new WebSocket("${there('socket').replace('http', 'ws')}").onopen = () => { p.textContent = "reached" };
    </script>`,
    '/preload': `<link rel="preload" as="image" href="${there('preload')}"><link rel="prefetch" href="${there('prefetch')}"><link rel="preconnect" href="${victim.url}"><p>page</p>`,
    '/form': `<form action="${there('form')}" method="post"></form><script>document.forms[0].submit()</script>`,
    '/popup': `<p>page</p><script>window.open("${there('popup')}")</script>`,
    '/localhost': `<p>page</p><img src="http://localhost:${victim.port}/name"><img src="http://[::ffff:127.0.0.2]:${victim.port}/mapped">`,
    '/decimal': `<p>page</p><img src="http://2130706434:${victim.port}/decimal"><img src="http://0x7f.2:${victim.port}/hex">`,
    '/webrtc': `<p id="p">page</p><script>
      const peer = new RTCPeerConnection({ iceServers: [{ urls: "stun:127.0.0.2:${victim.port}" }, { urls: ["turn:127.0.0.2:${victim.port}?transport=tcp", "turn:127.0.0.2:${victim.port}?transport=udp"], username: "a", credential: "b" }] });
      peer.createDataChannel("a");
      peer.onicecandidate = ({ candidate }) => { if (candidate) p.textContent += candidate.candidate };
      peer.createOffer().then((offer) => peer.setLocalDescription(offer)).then(() => {
        const sdp = peer.localDescription.sdp.replace("actpass", "active");
        return peer.setRemoteDescription({ type: "answer", sdp: sdp + "a=candidate:1 1 udp 2130706431 127.0.0.2 ${victim.port} typ host\\r\\n" });
      });
      // The page waits until packets would have been sent.
      setTimeout(() => { p.textContent += " waited" }, 600);
    </script>`,
  };
}

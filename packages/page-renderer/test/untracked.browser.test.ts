/**
 * Everything of the web's specifications that may call a script later (functions that return a promise or take a callback, objects that have
 * events) is tracked until its end, or makes a page one that has to be observed for a moment before it is called complete.
 */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { promisedWork } from '../dist/page/completion/browser-work.js';
import { untrackedGroups } from '../dist/page/completion/untracked.js';
import { useBench } from './support/rendering.ts';

/** Tracked by functions of their own. */
const TRACKED = new Set(
  `Window.fetch Window.createImageBitmap Window.requestAnimationFrame Window.requestIdleCallback Scheduler.postTask Scheduler.yield
  HTMLCanvasElement.toBlob Response.arrayBuffer Response.blob Response.bytes Response.formData Response.json Response.text
  Window.scroll Window.scrollTo Window.scrollBy Element.scroll Element.scrollTo Element.scrollBy Element.scrollIntoView
  FileReader IntersectionObserver ResizeObserver XMLHttpRequest IDBRequest MessageChannel`.split(/\s+/),
);

/** They call back at once, with the page's next frame, or not at all by themselves. */
const AT_ONCE = new Set(
  `Window.queueMicrotask Document.createNodeIterator Document.createTreeWalker Document.createExpression Document.evaluate
  XPathEvaluator.createExpression XPathEvaluator.evaluate EventTarget.addEventListener EventTarget.removeEventListener
  MediaQueryList.addListener MediaQueryList.removeListener CustomElementRegistry.define CustomElementRegistry.whenDefined
  CustomElementRegistry.getName FontFace.loaded FontFaceSet.ready Animation.ready Animation.finished ServiceWorkerContainer.ready
  MediaSession.setActionHandler MediaSession.setMicrophoneActive MediaSession.setCameraActive LaunchQueue.setConsumer CrashReportContext.initialize
  PaymentManager.enableDelegations EventTarget MutationObserver EditContext OffscreenCanvas CloseWatcher VTTCue XRWebGLLayer`.split(
    /\s+/,
  ),
);

/** Objects of these come from a function of a person, a service worker, or one that is listed. */
const FROM_OTHERS = new Set(
  `XRFrame XRHitTestResult XRSession BackgroundFetchManager BackgroundFetchRegistration BackgroundFetchRecord SyncManager PeriodicSyncManager PushManager
  PushSubscription CookieStoreManager ServiceWorkerRegistration NavigationPreloadManager ClipboardItem ViewTransition RestrictionTarget CropTarget
  BrowserCaptureMediaStreamTrack MediaKeySystemAccess MediaKeys MediaKeySession DataTransferItem FileSystemHandle GamepadHapticActuator HIDDevice
  NavigationTransition NavigationPrecommitController FontData BeforeInstallPromptEvent MediaStreamTrack CaptureController Subscriber Observable
  PaymentResponse PresentationReceiver WakeLockSentinel SerialPort USBDevice GPUDevice GPUBuffer GPUShaderModule GPUQueue MIDIPort RTCRtpSender
  RTCRtpReceiver WebGLRenderingContext WebGL2RenderingContext ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader WritableStream
  WritableStreamDefaultWriter StorageBucket Credential LanguageModel Summarizer Translator LanguageDetector Profiler ImageTrackList
  ImageCapture IdentityCredential IdleDetector PresentationRequest PaymentRequest AudioContext OfflineAudioContext AudioDecoder AudioEncoder VideoDecoder
  VideoEncoder ImageDecoder RTCPeerConnection WebTransport PressureObserver MediaRecorder
  AnalyserNode AudioBufferSourceNode BiquadFilterNode ChannelMergerNode ChannelSplitterNode ConstantSourceNode ConvolverNode DelayNode
  DynamicsCompressorNode GainNode IIRFilterNode MediaElementAudioSourceNode MediaStreamAudioDestinationNode MediaStreamAudioSourceNode
  OscillatorNode PannerNode StereoPannerNode WaveShaperNode AudioWorkletNode`.split(/\s+/),
);

/** An interface of the specifications, and a member that may call a script later; without a member, its constructor. */
interface Caller {
  interface: string;
  member?: string | undefined;
  isStatic?: boolean;
}

/** A definition of a specification, or a member of one, as `@webref/idl` has it. */
interface Definition {
  type: string;
  name?: string;
  inheritance?: string | null;
  target?: string;
  includes?: string;
  special?: string;
  idlType?: { generic?: string } | null;
  arguments?: unknown;
  members?: Definition[];
}

/** Those of the specifications. */
async function callers(): Promise<Caller[]> {
  const idl = createRequire(import.meta.url)('@webref/idl') as { parseAll(): Promise<Record<string, Definition[]>> };
  const all = Object.values(await idl.parseAll()).flat();
  const callbacks = new Set(all.filter(({ type }) => type.startsWith('callback')).map(({ name }) => name));
  const targets = Map.groupBy(
    all.filter(({ type }) => type === 'includes'),
    ({ includes }) => includes,
  );
  const parents = new Map(all.map(({ name, inheritance }) => [name, inheritance] as const).filter(([, of]) => of));
  const isA = (name: string | null | undefined, what: string): boolean =>
    name === what || (typeof name === 'string' && isA(parents.get(name), what));
  const calls = (given: unknown) =>
    [...(JSON.stringify(given) ?? '').matchAll(/"idlType":"(\w+)"/g)].some(([, type]) => callbacks.has(type));
  const isCaller = (owner: string, { type, name, idlType, arguments: given }: Definition) =>
    type === 'constructor'
      ? calls(given) || (isA(owner, 'EventTarget') && !isA(owner, 'Node'))
      : Boolean(name) && (idlType?.generic === 'Promise' || (type === 'operation' && calls(given)));
  return all
    .filter(({ type }) => ['interface', 'interface mixin', 'namespace'].includes(type))
    .flatMap(({ type: kind, name: own = '', members = [] }) =>
      (targets.get(own)?.map(({ target }) => target ?? '') ?? [own]).flatMap((owner) =>
        members
          .filter((member) => isCaller(owner, member))
          .map(({ name, special }) => ({
            interface: owner,
            member: name || undefined,
            isStatic: special === 'static' || kind === 'namespace',
          })),
      ),
    );
}

describe('what may call a script later', () => {
  const bench = useBench();

  test('is tracked, or makes a page one that is observed', async () => {
    const all = await callers();
    assert.ok(all.length > 500, `${all.length} in the specifications`);
    const page = `<!doctype html><title>page</title><pre></pre><script>
      const exists = ({ interface: name, member, isStatic }) => {
        const owner = name === 'Window' ? globalThis : globalThis[name];
        if (!owner || member === undefined) return Boolean(owner);
        const on = isStatic || name === 'Window' ? owner : owner.prototype;
        return name === 'Window' ? member in on : Boolean(on) && Object.hasOwn(on, member);
      };
      const found = ${JSON.stringify(all)}.filter(exists);
      document.querySelector('pre').textContent = JSON.stringify(found);
    </script>`;
    bench.pages.set('/callers', page);
    const html = await bench.html('/callers');
    const existing = JSON.parse(/<pre>(.*)<\/pre>/s.exec(html)?.[1]?.replaceAll('&quot;', '"') ?? '[]') as Caller[];
    assert.ok(existing.length > 200, `${existing.length} exist`);
    const made = untrackedGroups().flatMap((group) => group.made.split(' '));
    const called = [promisedWork(), ...untrackedGroups().map((group) => group.called)].flatMap((methods) =>
      Object.entries(methods).flatMap(([owner, names]) =>
        names.split(' ').map((name) => `${owner.split('.')[0]?.replace('window', 'Window')}.${name}`),
      ),
    );
    const known = new Set([...TRACKED, ...AT_ONCE, ...FROM_OTHERS, ...made, ...called]);
    const unknown = existing
      .filter((one) => !known.has(one.interface) && !known.has(`${one.interface}.${one.member}`))
      .map((one) => `${one.interface}.${one.member ?? 'constructor'}`);
    const remedy =
      'track it (src/page/completion/browser-work.ts), or add it to untracked.ts, or to a list of this test';
    assert.deepEqual([...new Set(unknown)], [], remedy);
  });
});

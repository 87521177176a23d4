/// <reference lib="dom" />

import type { Native, Scope } from '../environment/replace.ts';
import { replaceConstructor, replaceMethods } from '../environment/replace.ts';
import { noteRoots } from './reading.ts';

/*
 * Interfaces that may call a script later without being recorded as pending. A page that has used none of them is known to be at rest as
 * soon as nothing is pending; one that has used any is observed for a moment. These functions run with `notePending`, under the
 * same rules.
 */

/** Interfaces of one kind. */
export interface UntrackedGroup {
  /** As it is reported. */
  name: string;
  /** Constructors, separated by spaces. */
  made: string;
  /** Functions, by the class or object that has them; see `replaceMethods`. */
  called: Record<string, string>;
}

/**
 * The groups; the place of each is its bit. What only an object of one of these interfaces leads to is not listed. The test compares
 * the list with the interface definitions of the web's specifications.
 */
export function untrackedGroups(): UntrackedGroup[] {
  return [
    // A port whose messages arrive elsewhere, or have not arrived.
    { name: 'message-port', made: 'BroadcastChannel', called: {} },
    // One without an end: its events are not recorded.
    {
      name: 'animation',
      made: 'Animation',
      called: { 'Document.prototype': 'startViewTransition', 'Element.prototype': 'startViewTransition' },
    },
    { name: 'worker', made: 'Worker SharedWorker', called: { 'ServiceWorkerContainer.prototype': 'register' } },
    {
      name: 'socket',
      made: 'WebSocket EventSource WebSocketStream WebTransport RTCPeerConnection webkitRTCPeerConnection RTCIceTransport',
      called: {},
    },
    {
      name: 'media',
      made: 'Audio MediaSource ManagedMediaSource MediaStream MediaRecorder AudioContext OfflineAudioContext SpeechRecognition webkitSpeechRecognition SpeechSynthesisUtterance AudioDecoder AudioEncoder VideoDecoder VideoEncoder ImageDecoder ImageCapture',
      called: {
        'HTMLMediaElement.prototype': 'play load setSinkId setMediaKeys captureStream',
        'HTMLVideoElement.prototype': 'requestVideoFrameCallback requestPictureInPicture',
        'HTMLCanvasElement.prototype': 'captureStream',
        'VideoFrame.prototype': 'copyTo',
      },
    },
    { name: 'observer', made: 'PerformanceObserver ReportingObserver PressureObserver', called: {} },
    {
      name: 'history',
      made: '',
      called: {
        'History.prototype': 'go back forward',
        'Navigation.prototype': 'navigate reload traverseTo back forward',
      },
    },
    {
      name: 'stream',
      made: 'CompressionStream DecompressionStream',
      called: { 'Blob.prototype': 'stream', 'Request.prototype': 'textStream' },
    },
    {
      name: 'timeout',
      made: '',
      called: {
        AbortSignal: 'timeout',
        Atomics: 'waitAsync',
        'Performance.prototype': 'measureUserAgentSpecificMemory',
      },
    },
    {
      name: 'lock',
      made: '',
      called: { 'LockManager.prototype': 'request' },
    },
    // The browser asks a person, or refuses to.
    {
      name: 'permission',
      made: 'Notification PaymentRequest PresentationRequest IdleDetector',
      called: {
        window: 'showOpenFilePicker showSaveFilePicker showDirectoryPicker queryLocalFonts getScreenDetails open print',
        Notification: 'requestPermission',
        DeviceOrientationEvent: 'requestPermission',
        DeviceMotionEvent: 'requestPermission',
        'Geolocation.prototype': 'getCurrentPosition watchPosition',
        'Clipboard.prototype': 'read readText write writeText',
        'CredentialsContainer.prototype': 'get store create preventSilentAccess',
        'MediaDevices.prototype': 'getUserMedia getDisplayMedia',
        'Document.prototype':
          'requestStorageAccess exitFullscreen exitPictureInPicture exitPointerLock hasPrivateToken hasRedemptionRecord',
        'Element.prototype': 'requestFullscreen requestPointerLock',
        'StorageManager.prototype': 'persist',
        'StorageBucket.prototype': 'persist',
        'Navigator.prototype':
          'requestMediaKeySystemAccess requestMIDIAccess setAppBadge clearAppBadge share deprecatedReplaceInURN',
        'DocumentPictureInPicture.prototype': 'requestWindow',
        'Keyboard.prototype': 'lock',
        'ScreenOrientation.prototype': 'lock',
        'WakeLock.prototype': 'request',
        'EyeDropper.prototype': 'open',
        IdleDetector: 'requestPermission',
        IdentityProvider: 'getUserInfo resolve',
        IdentityCredential: 'disconnect',
        'NavigatorLogin.prototype': 'setStatus',
        PublicKeyCredential: 'signalUnknownCredential signalAllAcceptedCredentials signalCurrentUserDetails',
      },
    },
    {
      name: 'device',
      made: 'Accelerometer LinearAccelerationSensor GravitySensor Gyroscope AbsoluteOrientationSensor RelativeOrientationSensor',
      called: {
        'GPU.prototype': 'requestAdapter',
        'XRSystem.prototype': 'requestSession',
        'USB.prototype': 'getDevices requestDevice',
        'HID.prototype': 'getDevices requestDevice',
        'Serial.prototype': 'getPorts requestPort',
        'Bluetooth.prototype': 'requestDevice getAvailability',
        'Ink.prototype': 'requestPresenter',
        'NavigatorManagedData.prototype': 'getManagedConfiguration',
        'RemotePlayback.prototype': 'watchAvailability cancelWatchAvailability prompt',
      },
    },
    {
      name: 'model',
      made: 'Profiler',
      called: {
        LanguageModel: 'create availability',
        Translator: 'create availability',
        LanguageDetector: 'create availability',
        Summarizer: 'create availability',
        SpeechRecognition: 'available install',
      },
    },
    // Their promises are recorded, but not the events of others.
    {
      name: 'stored-cookie',
      made: '',
      called: { 'CookieStore.prototype': 'set delete' },
    },
    // It may be smooth.
    {
      name: 'scroll',
      made: '',
      called: {},
    },
  ];
}

/** Whether anything was used, and whether a part of the page waits to be seen. */
export interface Untracked {
  /** A bit for each used group, with those that are in use at present. */
  used(): number;
  /** Records the use of a group, by its name. */
  touch(name: string): void;
  /** 1 if an observer was created that hears when something is seen, and 2 if there are closed shadow trees, which cannot be searched. */
  hidden(): number;
}

/** Records which interfaces of {@link untrackedGroups} are used. */
export function noteUntracked(): Untracked {
  const { apply, get } = Reflect;
  const groups = untrackedGroups();
  let [used, hidden] = [0, 0];
  const touch = (group: number) => {
    used |= 1 << group;
  };
  const placeOf = (name: string) => groups.findIndex((group) => group.name === name);
  const noteMade = (name: string, note: (given: unknown[]) => void) =>
    replaceConstructor(name, (native, given) => {
      note(given);
      return native(given);
    });
  for (let group = 0; group < groups.length; group += 1) {
    const { made, called } = groups[group] as UntrackedGroup;
    const names = made.split(' ');
    for (let index = 0; index < names.length; index += 1) noteMade(names[index] as string, () => touch(group));
    replaceMethods(called, (native, self, given) => {
      touch(group);
      return apply(native, self, given as never[]);
    });
  }
  const [scroll, observer, port] = [placeOf('scroll'), placeOf('observer'), placeOf('message-port')];
  const player = placeOf('media');
  noteScrolling(() => touch(scroll));
  // One with a delay is not called with the frame.
  noteMade('IntersectionObserver', (given) => {
    hidden |= 1;
    const options = given[1] as Scope | null | undefined;
    if (typeof options === 'object' && options !== null && ('delay' in options || 'trackVisibility' in options))
      touch(observer);
  });
  noteRoots((root) => {
    if (root !== null && get(root as ShadowRoot, 'mode') !== 'open') hidden |= 2;
  });
  const waiting = noteChannels(() => touch(port));
  const media = noteMedia();
  return {
    used: () => used | (waiting() > 0 ? 1 << port : 0) | (media() > 0 ? 1 << player : 0),
    touch: (name) => touch(placeOf(name)),
    hidden: () => hidden,
  };
}

/** @returns a function that tells how many players there are in the document; those of shadow trees say so when they are played */
export function noteMedia(): () => number {
  const { apply, getOwnPropertyDescriptor } = Reflect;
  const all = [document.getElementsByTagName('video'), document.getElementsByTagName('audio')] as const;
  const lengthOf = getOwnPropertyDescriptor(HTMLCollection.prototype, 'length')?.get as Native;
  return () => (apply(lengthOf, all[0], []) as number) + (apply(lengthOf, all[1], []) as number);
}

/** Records the calls of functions that scroll, except to a place at once. */
export function noteScrolling(touch: () => void): void {
  const { apply } = Reflect;
  const style = getComputedStyle;
  const isSmooth = (self: unknown, given: unknown[]) => {
    const options = given[0];
    const behavior = typeof options === 'object' && options !== null ? (options as Scope)['behavior'] : undefined;
    if (behavior !== undefined && behavior !== 'auto') return behavior !== 'instant';
    const element = self instanceof Element ? self : document.scrollingElement;
    return (
      element !== null &&
      (apply(style, undefined, [element] as never[]) as CSSStyleDeclaration).scrollBehavior !== 'auto'
    );
  };
  const scroll = (native: Native, self: unknown, given: unknown[]) => {
    try {
      if (isSmooth(self, given)) touch();
    } catch {
      touch();
    }
    return apply(native, self, given as never[]);
  };
  replaceMethods({ 'Element.prototype': 'scroll scrollTo scrollBy', window: 'scroll scrollTo scrollBy' }, scroll);
  replaceMethods({ 'Element.prototype': 'scrollIntoView' }, (native, self, given) => {
    touch();
    return apply(native, self, given as never[]);
  });
}

/**
 * Records the messages of the channels of this document until they arrive.
 *
 * @param touch called for a message to a port of another document or worker
 * @returns a function that tells how many have not arrived
 */
export function noteChannels(touch: () => void): () => number {
  if (typeof MessageChannel !== 'function') return () => 0;
  const { apply, get, getOwnPropertyDescriptor } = Reflect;
  const firstOf = getOwnPropertyDescriptor(MessageChannel.prototype, 'port1')?.get as Native;
  const secondOf = getOwnPropertyDescriptor(MessageChannel.prototype, 'port2')?.get as Native;
  const { addEventListener: listen } = EventTarget.prototype as unknown as { addEventListener: Native };
  const own = new WeakSet();
  const [has, add] = [get(own, 'has') as Native, get(own, 'add') as Native];
  let waiting = 0;
  const arrived = () => {
    if (waiting > 0) waiting -= 1;
  };
  replaceConstructor('MessageChannel', (make, given) => {
    const channel = make(given);
    const ports = [apply(firstOf, channel, []), apply(secondOf, channel, [])];
    for (let index = 0; index < 2; index += 1) {
      apply(add, own, [ports[index]] as never[]);
      // Neither starts the port.
      apply(listen, ports[index], ['message', arrived] as never[]);
      apply(listen, ports[index], ['messageerror', arrived] as never[]);
    }
    return channel;
  });
  replaceMethods({ 'MessagePort.prototype': 'postMessage' }, (send, self, given) => {
    const value = apply(send, self, given as never[]);
    if (apply(has, own, [self] as never[])) waiting += 1;
    else touch();
    return value;
  });
  return () => waiting;
}

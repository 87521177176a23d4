/// <reference lib="dom" />

import type { Native, Noted, Scope } from '../environment/replace.ts';
import { promisedBy, proxyOf, replaceConstructor, replaceFunction, replaceMethods } from '../environment/replace.ts';

/*
 * Work of the browser for a page outside of its main thread, which neither requests nor timers show: it computes, stores and
 * decodes. These functions run with `notePending`, under the same rules.
 */

/** Functions that return a promise, by the class or object that has them. Those that may wait for a person are not included. */
export function promisedWork(): Record<string, string> {
  return {
    'SubtleCrypto.prototype':
      'encrypt decrypt sign verify digest generateKey deriveKey deriveBits importKey exportKey wrapKey unwrapKey encapsulateKey encapsulateBits decapsulateKey decapsulateBits getPublicKey',
    'Request.prototype': 'arrayBuffer blob bytes formData json text',
    'CSSStyleSheet.prototype': 'replace',
    'Blob.prototype': 'arrayBuffer text bytes',
    'CacheStorage.prototype': 'match has open delete keys',
    'Cache.prototype': 'match matchAll add addAll put delete keys',
    'FontFace.prototype': 'load',
    'FontFaceSet.prototype': 'load',
    'IDBFactory.prototype': 'databases',
    'LockManager.prototype': 'query',
    'StorageBucketManager.prototype': 'open keys delete',
    'StorageBucket.prototype': 'persisted estimate durability setExpires expires getDirectory',
    'SharedStorage.prototype': 'get set append delete clear length remainingBudget',
    'HTMLImageElement.prototype': 'decode',
    'OffscreenCanvas.prototype': 'convertToBlob',
    'ImageDecoder.prototype': 'decode',
    'BaseAudioContext.prototype': 'decodeAudioData',
    'OfflineAudioContext.prototype': 'startRendering',
    WebAssembly: 'compile instantiate compileStreaming instantiateStreaming',
    'StorageManager.prototype': 'estimate persisted getDirectory',
    'FileSystemDirectoryHandle.prototype': 'getFileHandle getDirectoryHandle removeEntry resolve',
    'FileSystemHandle.prototype': 'isSameEntry move remove',
    'FileSystemFileHandle.prototype': 'getFile createWritable createSyncAccessHandle',
    'FileSystemWritableFileStream.prototype': 'write seek truncate close',
    'CookieStore.prototype': 'get getAll set delete',
    'Permissions.prototype': 'query',
    'MediaCapabilities.prototype': 'decodingInfo encodingInfo',
    'NavigatorUAData.prototype': 'getHighEntropyValues',
    'Navigator.prototype': 'getBattery getInstalledRelatedApps',
    'Document.prototype': 'hasStorageAccess hasUnpartitionedCookieAccess',
    'MediaDevices.prototype': 'enumerateDevices',
    'Clients.prototype': 'claim get matchAll',
    'ServiceWorkerContainer.prototype': 'getRegistration getRegistrations',
    'ServiceWorkerRegistration.prototype': 'unregister update',
    'NavigationPreloadManager.prototype': 'disable enable getState setHeaderValue',
    'Keyboard.prototype': 'getLayoutMap',
    'GPU.prototype': 'requestAdapter',
    'GPUAdapter.prototype': 'requestDevice',
    'XRSystem.prototype': 'isSessionSupported',
    'PaymentRequest.prototype': 'canMakePayment hasEnrolledInstrument',
    PublicKeyCredential:
      'isConditionalMediationAvailable isUserVerifyingPlatformAuthenticatorAvailable getClientCapabilities',
    AudioDecoder: 'isConfigSupported',
    AudioEncoder: 'isConfigSupported',
    VideoDecoder: 'isConfigSupported',
    VideoEncoder: 'isConfigSupported',
    ImageDecoder: 'isTypeSupported',
    'Worklet.prototype': 'addModule',
    RTCPeerConnection: 'generateCertificate',
    'RTCPeerConnection.prototype': 'createOffer createAnswer setLocalDescription setRemoteDescription getStats',
  };
}

/** Records work while it is in progress. */
export function noteWork(noted: Noted, now: () => number): void {
  let count = 0;
  const begin = (name: string) => {
    count += 1;
    const id = count;
    const key = `w ${name}`;
    noted.work[id] = { at: now(), key };
    return () => {
      if (!(id in noted.work)) return;
      delete noted.work[id];
      noted.move(key);
    };
  };
  const promised = promisedBy(begin);
  replaceMethods(promisedWork(), promised);
  replaceFunction('createImageBitmap', promised);
  noteEvents(begin);
  noteCanvases(begin);
  noteFolders(promised);
}

/** Records each step of an iteration over a folder: the class of the iterator cannot be accessed before. */
export function noteFolders(promised: (native: Native, self: unknown, given: unknown[]) => unknown): void {
  const { FileSystemDirectoryHandle: owner } = globalThis as unknown as Scope;
  const prototype = (owner as { prototype?: Record<PropertyKey, unknown> } | undefined)?.prototype;
  if (!prototype) return;
  const { apply, getPrototypeOf } = Reflect;
  let isNoted = false;
  const names = ['keys', 'values', 'entries', Symbol.asyncIterator] as const;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] as PropertyKey;
    const native = prototype[name] as Native | undefined;
    if (!native) continue;
    prototype[name] = proxyOf(native, {
      apply: (_, self, given: never[]) => {
        const steps = apply(native, self, given) as object;
        const common = getPrototypeOf(steps) as Scope;
        const next = common['next'] as Native;
        if (!isNoted) {
          isNoted = true;
          common['next'] = proxyOf(next, { apply: (__, on, of: unknown[]) => promised(next, on, of) });
        }
        return steps;
      },
    });
  }
}

/** Records work that ends with an event of the result of a function, or of the object on which it is called. */
export function noteEvents(begin: (name: string) => () => void): void {
  const scope = globalThis as unknown as Scope;
  const { apply } = Reflect;
  const { addEventListener: listen } = EventTarget.prototype as unknown as { addEventListener: Native };
  const note = (name: string, methods: string, ends: readonly string[], isOwn = false) => {
    const prototype = (scope[name] as { prototype?: Scope } | undefined)?.prototype;
    if (!prototype) return;
    for (const method of methods.split(' ')) {
      const native = prototype[method] as Native | undefined;
      if (!native) continue;
      prototype[method] = proxyOf(native, {
        apply: (_, self, given: never[]) => {
          const value = apply(native, self, given);
          const end = begin(method);
          for (let index = 0; index < ends.length; index += 1) {
            apply(listen, isOwn ? self : value, [ends[index], end] as never[]);
          }
          return value;
        },
      });
    }
  };
  note('IDBFactory', 'open deleteDatabase', ['success', 'error', 'blocked']);
  note('IDBDatabase', 'transaction', ['complete', 'abort']);
  note('FileReader', 'readAsArrayBuffer readAsText readAsDataURL readAsBinaryString', ['loadend'], true);
}

/** Records images that are created from a canvas. */
export function noteCanvases(begin: (name: string) => () => void): void {
  if (typeof HTMLCanvasElement !== 'function') return;
  const prototype = HTMLCanvasElement.prototype as unknown as Scope;
  const native = prototype['toBlob'] as Native;
  const { apply } = Reflect;
  prototype['toBlob'] = proxyOf(native, {
    apply: (_, self, given: unknown[]) => {
      const callback = given[0];
      if (typeof callback !== 'function') return apply(native, self, given as never[]);
      const end = begin('toBlob');
      given[0] = (blob: unknown) => {
        end();
        return apply(callback as Native, undefined, [blob] as never[]);
      };
      try {
        return apply(native, self, given as never[]);
      } catch (error) {
        end();
        throw error;
      }
    },
  });
}

/** Records when something is observed, and when its observer is called: one leads to the other through an animation frame. */
export function noteObservers(noted: Noted): void {
  const { apply } = Reflect;
  const move = () => noted.move('m observer');
  for (const name of ['IntersectionObserver', 'ResizeObserver']) {
    replaceMethods({ [`${name}.prototype`]: 'observe' }, (native, self, given) => {
      move();
      return apply(native, self, given as never[]);
    });
    replaceConstructor(name, (make, given) => {
      const callback = given[0];
      if (typeof callback === 'function') {
        given[0] = function hear(this: unknown, ...told: never[]) {
          move();
          return apply(callback as Native, this, told);
        };
      }
      return make(given);
    });
  }
}

/** Records that a callback got a lock. How long it waits for it is not known: another page may have the lock. */
export function noteLocks(noted: Noted): void {
  const { apply } = Reflect;
  replaceMethods({ 'LockManager.prototype': 'request' }, (native, self, given) => {
    const last = given.length - 1;
    const callback = given[last];
    if (typeof callback === 'function') {
      given[last] = function run(this: unknown, ...values: never[]) {
        noted.move('m lock');
        return apply(callback as Native, this, values);
      };
    }
    return apply(native, self, given as never[]);
  });
}

/** Records that a message was sent to another part of the page, or has arrived from a frame. */
export function noteSentMessages(noted: Noted): void {
  const scope = globalThis as unknown as Scope;
  const { apply } = Reflect;
  const sent = (key: string) => (native: Native, self: unknown, given: unknown[]) => {
    noted.move(key);
    return apply(native, self, given as never[]);
  };
  for (const name of ['MessagePort', 'Worker', 'BroadcastChannel', 'ServiceWorker', 'Client']) {
    const prototype = (scope[name] as { prototype?: Scope } | undefined)?.prototype;
    const native = prototype?.['postMessage'] as Native | undefined;
    if (!prototype || !native) continue;
    const send = sent(`m ${name}`);
    prototype['postMessage'] = proxyOf(native, { apply: (_, self, given: unknown[]) => send(native, self, given) });
  }
  // In a frame, this would be the source of the message.
  if (typeof window !== 'object') return replaceFunction('postMessage', sent('m message'));
  const heard = () => noted.move('m message');
  addEventListener('message', heard, true);
}

/** What a server passes to the components of its pages. */
import type { ConsentSettingsJson } from '../banner/representation.ts';

/** The same as JSON, in which nothing is `undefined`. */
type Json<Type> =
  Type extends ReadonlyArray<infer Item>
    ? ReadonlyArray<Json<Item>>
    : Type extends object
      ? { readonly [Key in keyof Type]: Json<Exclude<Type[Key], undefined>> }
      : Type;

/** A visitor's consent at one request. It can be serialised as JSON, and is specific to this visitor. */
export interface ConsentSnapshot {
  /** Path at which the engine is mounted. */
  readonly mount: string;
  /** The decisions in the cookies of the request: with others in the browser, the components ask the engine again. */
  readonly seen: string;
  /** What `GET /consent.json` answers. */
  readonly state: Json<ConsentSettingsJson>;
}

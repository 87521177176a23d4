/** The part of s3rver that the tests use; it has no types. */
declare module 's3rver' {
  import type { AddressInfo } from 'node:net';

  export default class S3rver {
    constructor(options: {
      readonly port: number;
      readonly address: string;
      readonly silent: boolean;
      readonly directory: string;
    });
    run(): Promise<AddressInfo>;
    close(): Promise<void>;
  }
}

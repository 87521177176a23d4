/** What the tests use of s3rver, which comes without types. */
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

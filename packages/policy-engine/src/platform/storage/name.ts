import { PolicyEngineError } from '../../errors/errors.ts';

const NAME = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)*$/;

/** Accepts only names that stay below their folder in every storage. @throws {PolicyEngineError} `not_found` */
export function requireAttachmentName(name: string): string {
  if (NAME.test(name) && name.length <= 200) return name;
  throw new PolicyEngineError('not_found', `${JSON.stringify(name)} is not a valid name of an attachment.`);
}

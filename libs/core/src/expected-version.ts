import { createHash } from 'node:crypto';
import { httpErrors } from './http.errors.js';

const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

/** Returns the name of a row's state: another one after each change. @param state the row's members that people set */
export function versionOf(state: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
}

/** The state that a change was made upon, as its caller saw it (RFC 9110 §13.1.1). */
export class ExpectedVersion {
  /** The change is made whatever the state is. */
  static readonly any = new ExpectedVersion(null);

  private constructor(private readonly versions: readonly string[] | null) {}

  /**
   * Parses an `If-Match` header; an absent one, or `*`, expects nothing. A proxy that compresses an answer marks its tag
   * as weak; as a tag names the row and not the bytes, it still counts.
   *
   * @throws DomainError validation_failed
   */
  static parse(header: string | undefined): ExpectedVersion {
    if (header === undefined || header.trim() === '*') return ExpectedVersion.any;
    const tags = header.split(',').map((tag) => TAG.exec(tag.trim())?.[1]);
    const versions = tags.filter((tag) => tag !== undefined);
    if (versions.length === tags.length) return new ExpectedVersion(versions);
    throw httpErrors.validationFailed([{ field: 'If-Match', message: 'must be entity tags, or *' }]);
  }

  /**
   * Checks the row that the change would be made to, which is locked.
   *
   * @param version as of versionOf
   * @throws DomainError changed_meanwhile
   */
  assert(version: string): void {
    if (this.versions && !this.versions.includes(version)) throw httpErrors.changedMeanwhile();
  }
}

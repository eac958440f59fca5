import { createHash } from 'node:crypto';
import { httpErrors } from './http.errors.js';

const TAG = /^(?:W\/)?"([\x21\x23-\x7e]*)"$/;

/** Returns the version of a row's state, which differs after each change. @param state the members that users set */
export function versionOf(state: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22);
}

/** The state on which a change is based (RFC 9110 §13.1.1). */
export class ExpectedVersion {
  /** Accepts any state. */
  static readonly any = new ExpectedVersion(null);

  private constructor(private readonly versions: readonly string[] | null) {}

  /**
   * Parses an `If-Match` header; an absent one, or `*`, expects nothing. A weak tag is accepted, because proxies that
   * compress responses weaken tags, and this one identifies the row, not the bytes.
   * @throws DomainError validation_failed
   */
  static parse(header: string | undefined): ExpectedVersion {
    if (header === undefined || header.trim() === '*') return ExpectedVersion.any;
    const tags = header.split(',').map((tag) => TAG.exec(tag.trim())?.[1]);
    const versions = tags.filter((tag) => tag !== undefined);
    if (versions.length === tags.length) return new ExpectedVersion(versions);
    throw httpErrors.invalidField('If-Match', 'must be entity tags, or *');
  }

  /**
   * Checks the row to be changed, which is locked.
   * @param version of versionOf
   * @throws DomainError changed_meanwhile
   */
  assert(version: string): void {
    if (this.versions && !this.versions.includes(version)) throw httpErrors.changedMeanwhile();
  }
}

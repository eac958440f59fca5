import { v7 } from 'uuid';

/** A new UUIDv7: ids sort by the time they were made (D6). */
export function newId(): string {
  return v7();
}

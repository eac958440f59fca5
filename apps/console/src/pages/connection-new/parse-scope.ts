import type { ConnectionScope } from '#libs/connection-scope';

/** Returns a scope that was pasted as JSON; null where it is no object. */
export function parseScope(text: string): ConnectionScope | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
      ? (parsed as ConnectionScope)
      : null;
  } catch {
    return null;
  }
}

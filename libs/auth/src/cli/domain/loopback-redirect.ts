/**
 * A redirect URI of a command line: a port of the loopback interface, by IP literal (RFC 8252 §7.3, §8.3). Other spellings
 * of the address are rejected, because browsers parse some of them differently.
 */
export const LOOPBACK_REDIRECT =
  /^http:\/\/(?:127\.0\.0\.1|\[::1\]):(?:[1-9]\d{0,3}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5])\/[A-Za-z0-9_-]{0,64}$/;

/** Returns the redirect URI with these query parameters. @param uri a loopback redirect */
export function redirectWith(uri: string, parameters: Readonly<Record<string, string>>): string {
  return `${uri}?${new URLSearchParams(parameters).toString()}`;
}

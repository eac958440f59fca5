const BROWSERS = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bHeadlessChrome\/|\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;
const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

/** Returns how a person calls what they signed in with: "Firefox on Linux", else the program's own name. */
export function deviceOf(userAgent: string | null): string {
  if (userAgent === null || userAgent === '') return 'Unknown program';
  const [, cli] = /^countersign-cli\/\S+ \((.*)\)$/.exec(userAgent) ?? [];
  if (cli !== undefined) return `Command line of ${cli}`;
  const browser = BROWSERS.find(([mark]) => mark.test(userAgent))?.[1];
  const system = SYSTEMS.find(([mark]) => mark.test(userAgent))?.[1];
  if (browser === undefined) return userAgent.split(' ')[0]!;
  return system === undefined ? browser : `${browser} on ${system}`;
}

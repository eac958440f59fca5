/** The longest ref that a heading or a list shows whole. */
const LONGEST = 96;

/** Returns a ref with its middle left out where it is long; the page of the request or the secret shows it whole. */
export function shortRef(ref: string): string {
  return ref.length <= LONGEST ? ref : `${ref.slice(0, 48)}…${ref.slice(-40)}`;
}

const format = new Intl.NumberFormat('en');

/** A number as in "1,204": with the separators of the console's language, whatever those of the browser's are. */
export function numberText(number: number): string {
  return format.format(number);
}

import { readFileSync } from 'node:fs';
import { rootCertificates } from 'node:tls';
import { CliError, EXIT, reasonOf } from '../exit.js';

/**
 * Returns the certificates to trust in PEM: those of a file and those bundled with Node; undefined, for which Node uses its bundled ones, without a file.
 * @throws CliError (usage) if it can't be read
 */
export function trustedCertificates(file: string | null): string[] | undefined {
  if (file === null) return undefined;
  try {
    return [...rootCertificates, readFileSync(file, 'utf8')];
  } catch (error) {
    throw new CliError(EXIT.usage, `The certificates of --ca-file can't be read: ${reasonOf(error)}.`);
  }
}

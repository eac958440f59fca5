import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { CliError, EXIT, reasonOf } from '../exit.js';
import { type Document, duplicateDocuments, type Parsed, parse } from './documents.js';

const MAX_BYTES = 10 * 1024 * 1024;
const IS_YAML = /\.(ya?ml|json)$/;

/**
 * Reads the documents of files and folders, sorted by name; `-` is stdin.
 * @throws CliError (usage) with every fault, each with file, line and column
 */
export async function readDocuments(paths: readonly string[]): Promise<Document[]> {
  const files = paths.flatMap((path) => (path === '-' ? [path] : filesAt(path)));
  const parsed: Parsed[] = [];
  for (const file of files) parsed.push(parse(file === '-' ? 'stdin' : file, await sourceOf(file)));
  const documents = parsed.flatMap((each) => each.documents);
  const found = [...parsed.flatMap((each) => each.faults), ...duplicateDocuments(documents)];
  const faults = found.map(({ position, message }) => `${position} ${message}`);
  if (faults.length > 0)
    throw new CliError(
      EXIT.usage,
      `${faults.length} ${faults.length === 1 ? 'fault' : 'faults'} in the files.`,
      faults,
    );
  if (documents.length === 0) throw new CliError(EXIT.usage, `There is no document in ${paths.join(', ')}.`);
  return documents;
}

/** Skips hidden folders such as .git and .github. */
function filesAt(path: string): string[] {
  if (!inspected(path).isDirectory()) return [path];
  const entries = readdirSync(path, { withFileTypes: true }).filter(({ name }) => !name.startsWith('.'));
  return entries
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = join(path, entry.name);
      if (entry.isDirectory()) return filesAt(inside);
      return IS_YAML.test(entry.name) ? [inside] : [];
    });
}

async function sourceOf(file: string): Promise<string> {
  if (file === '-') return standardInput();
  if (inspected(file).size > MAX_BYTES) throw tooLarge(file);
  return readFileSync(file, 'utf8');
}

async function standardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_BYTES) throw tooLarge('stdin');
  }
  return Buffer.concat(chunks).toString('utf8');
}

const tooLarge = (file: string): CliError => new CliError(EXIT.usage, `${file} is larger than 10 MiB.`);

function inspected(path: string): ReturnType<typeof statSync> & object {
  try {
    return statSync(path);
  } catch (error) {
    throw new CliError(EXIT.usage, `${path} can't be read: ${reasonOf(error)}`);
  }
}

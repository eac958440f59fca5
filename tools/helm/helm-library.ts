import { createHash } from 'node:crypto';
import { access, mkdir, rename, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { inflateRawSync } from 'node:zlib';

const VERSION = '0.0.21';

/** Helm as a shared library, from Maven Central: SHA-256 of the archive for each platform. */
const BUILDS: Readonly<Record<string, string>> = {
  'linux-amd64': 'a01b3a7a746e67ac9541d147dabcea0b295ea1cbb0c456a3f2f5b911ce75bf7a',
};

/**
 * Returns the path of Helm's library for this machine, downloaded once and kept in the work tree.
 * @throws Error for an unsupported platform or a wrong checksum
 */
export async function helmLibrary(): Promise<string> {
  const platform = `${process.platform}-${process.arch === 'x64' ? 'amd64' : process.arch}`;
  const sha256 = BUILDS[platform];
  if (sha256 === undefined) throw new Error(`Helm's library has no build for ${platform}.`);
  const folder = resolve('.countersign');
  const file = join(folder, `helm-${VERSION}-${platform}.so`);
  if (await exists(file)) return file;
  const archive = await download(platform, sha256);
  await mkdir(folder, { recursive: true });
  // Test suites run in separate processes: each may download it, and the last one's is kept.
  const part = `${file}.${process.pid}.part`;
  await writeFile(part, memberOf(archive, `helm-${platform}.so`), { mode: 0o755 });
  await rename(part, file);
  return file;
}

async function download(platform: string, known: string): Promise<Buffer> {
  const url = `https://repo1.maven.org/maven2/com/marcnuri/helm-java/${platform}/${VERSION}/${platform}-${VERSION}.jar`;
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  const archive = Buffer.from(await answer.arrayBuffer());
  const sha256 = createHash('sha256').update(archive).digest('hex');
  if (sha256 !== known) throw new Error(`${url} has an unexpected checksum: ${sha256}`);
  return archive;
}

/** Returns one member of a zip archive (APPNOTE 4.3.12, the central directory); the archive's checksum is known. */
function memberOf(archive: Buffer, name: string): Buffer {
  const DIRECTORY_ENTRY = 0x02014b50;
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  let at = archive.readUInt32LE(end + 16);
  while (archive.readUInt32LE(at) === DIRECTORY_ENTRY) {
    const nameLength = archive.readUInt16LE(at + 28);
    const rest = archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
    if (archive.toString('utf8', at + 46, at + 46 + nameLength) === name)
      return inflated(archive, archive.readUInt32LE(at + 42), archive.readUInt32LE(at + 20));
    at += 46 + nameLength + rest;
  }
  throw new Error(`The archive has no ${name}.`);
}

function inflated(archive: Buffer, local: number, size: number): Buffer {
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  return inflateRawSync(archive.subarray(start, start + size));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

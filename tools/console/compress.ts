import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { promisify } from 'node:util';

const COMPRESSED = /\.(js|css|svg)$/;

/** Writes `.br` and `.gz` beside every text file of that folder's assets, so that serving costs no compression. */
export async function compress(folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  const files = readdirSync(assets).filter((name) => COMPRESSED.test(name));
  await Promise.all(files.map((name) => compressFile(join(assets, name))));
}

async function compressFile(file: string): Promise<void> {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  const [small, older] = await Promise.all([
    promisify(brotliCompress)(content, { params }),
    promisify(gzip)(content, { level: 9 }),
  ]);
  writeFileSync(`${file}.br`, small);
  writeFileSync(`${file}.gz`, older);
}

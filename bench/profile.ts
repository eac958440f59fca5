import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CpuProfile, functionOf, partOf, selfTimes, type Share } from './support/cpu-profile.js';

/**
 * `node dist/bench/profile.js <folder> [seconds]`: for each CPU profile that a benchmark run with PROFILE_DIR=<folder>
 * has left there, the functions and the packages in which the program spent its time. The first seconds, in which it
 * starts, are left out if told.
 */
const ROWS = 40;
const [folder, skipSeconds = '0'] = process.argv.slice(2);
if (folder === undefined)
  throw new Error('Usage: node dist/bench/profile.js <folder> [seconds to leave out]');

for (const file of readdirSync(folder).filter((name) => name.endsWith('.cpuprofile'))) {
  const profile = JSON.parse(readFileSync(join(folder, file), 'utf8')) as CpuProfile;
  const skipMs = Number(skipSeconds) * 1000;
  process.stdout.write(`\n${file}\n`);
  print(selfTimes(profile, skipMs, partOf));
  print(selfTimes(profile, skipMs, functionOf));
}

function print(shares: readonly Share[]): void {
  const total = shares.reduce((sum, { ms }) => sum + ms, 0);
  for (const { name, ms } of shares.slice(0, ROWS))
    process.stdout.write(
      `${ms.toFixed(0).padStart(8)} ms ${((ms / total) * 100).toFixed(1).padStart(5)} %  ${name}\n`,
    );
  process.stdout.write(`${total.toFixed(0).padStart(8)} ms in all\n\n`);
}

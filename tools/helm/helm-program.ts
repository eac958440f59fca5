import { execFileSync } from 'node:child_process';
import type { Helm } from './helm.js';
import { TARGET } from './target.js';

/** Returns the real helm at this path. */
export function helmProgram(path: string): Helm {
  const run = (...args: string[]): string => {
    try {
      return execFileSync(path, args, { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stderr}${stdout}`, { cause: error });
    }
  };
  const version = ['--kube-version', TARGET.kubernetes];
  return {
    lint: (chart, values) => run('lint', '--strict', ...version, '-f', values, chart),
    template: (chart, release, values) =>
      run('template', release, chart, '-n', TARGET.namespace, ...version, '-f', values),
  };
}

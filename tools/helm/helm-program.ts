import { execFile, execFileSync } from 'node:child_process';
import { promisify } from 'node:util';
import type { Helm, Release } from './helm.js';
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
  const change = async ({ kubeconfig }: Release, ...args: string[]): Promise<void> => {
    const all = [...args, '-n', TARGET.namespace, '--kubeconfig', kubeconfig];
    await promisify(execFile)(path, all);
  };
  const unchecked = '--disable-openapi-validation';
  return {
    install: (release) =>
      change(release, 'install', release.name, release.chart, '-f', release.valuesFile, unchecked),
    upgrade: (release) =>
      change(release, 'upgrade', release.name, release.chart, '-f', release.valuesFile, unchecked),
    uninstall: (release) => change(release, 'uninstall', release.name),
    lint: (chart, values) => run('lint', '--strict', ...version, '-f', values, chart),
    template: (chart, release, values) =>
      run('template', release, chart, '-n', TARGET.namespace, ...version, '-f', values),
  };
}

import { mkdtempSync, readdirSync, readFileSync, cpSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import koffi from 'koffi';
import { parse, stringify } from 'yaml';
import { helmLibrary } from './helm-library.js';
import type { Helm, Release } from './helm.js';
import { TARGET } from './target.js';

/** The result of a call to the library: text or error. */
interface Result {
  readonly out: string | null;
  readonly err: string | null;
}

const RESULT = { out: 'char*', err: 'char*', stdOut: 'char*', stdErr: 'char*' };
const LINT_OPTIONS = { path: 'char*', strict: 'int', quiet: 'int' };
const TEMPLATE_OPTIONS = {
  ...{ name: 'char*', version: 'char*', chart: 'char*', namespace: 'char*', kubeVersion: 'char*' },
  ...{ dependencyUpdate: 'int', skipCRDs: 'int', values: 'char*', setFiles: 'char*', valuesFiles: 'char*' },
  ...{ certFile: 'char*', keyFile: 'char*', caFile: 'char*', insecureSkipTlsVerify: 'int', plainHttp: 'int' },
  ...{ keyring: 'char*', debug: 'int', repositoryConfig: 'char*' },
};
const INSTALL_OPTIONS = {
  ...{ name: 'char*', generateName: 'int', nameTemplate: 'char*', version: 'char*', chart: 'char*' },
  ...{
    namespace: 'char*',
    kubeVersion: 'char*',
    atomic: 'int',
    createNamespace: 'int',
    description: 'char*',
  },
  ...{ devel: 'int', dependencyUpdate: 'int', disableOpenApiValidation: 'int', dryRun: 'int' },
  ...{ dryRunOption: 'char*', skipCRDs: 'int', wait: 'int', timeout: 'int', values: 'char*' },
  ...{ setFiles: 'char*', valuesFiles: 'char*', kubeConfig: 'char*', kubeConfigContents: 'char*' },
  ...{ certFile: 'char*', keyFile: 'char*', caFile: 'char*', insecureSkipTlsVerify: 'int', plainHttp: 'int' },
  ...{ keyring: 'char*', debug: 'int', clientOnly: 'int', repositoryConfig: 'char*' },
};
const UPGRADE_OPTIONS = {
  ...{ name: 'char*', version: 'char*', chart: 'char*', namespace: 'char*', kubeVersion: 'char*' },
  ...{ install: 'int', force: 'int', resetValues: 'int', reuseValues: 'int', resetThenReuseValues: 'int' },
  ...{ atomic: 'int', cleanupOnFail: 'int', createNamespace: 'int', description: 'char*', devel: 'int' },
  ...{ dependencyUpdate: 'int', disableOpenApiValidation: 'int', dryRun: 'int', dryRunOption: 'char*' },
  ...{ skipCRDs: 'int', wait: 'int', timeout: 'int', values: 'char*', setFiles: 'char*' },
  ...{ valuesFiles: 'char*', kubeConfig: 'char*', kubeConfigContents: 'char*', certFile: 'char*' },
  ...{ keyFile: 'char*', caFile: 'char*', insecureSkipTlsVerify: 'int', plainHttp: 'int' },
  ...{ keyring: 'char*', debug: 'int', clientOnly: 'int', repositoryConfig: 'char*' },
};
const UNINSTALL_OPTIONS = {
  ...{ releaseName: 'char*', dryRun: 'int', noHooks: 'int', ignoreNotFound: 'int', keepHistory: 'int' },
  ...{ cascade: 'char*', namespace: 'char*', kubeConfig: 'char*', kubeConfigContents: 'char*', debug: 'int' },
};
/** The library doesn't render hooks: they are disguised as ordinary manifests. */
const HOOK = /"helm\.sh\/hook/g;
const HIDDEN = 'hidden.helm.sh/hook';

type Given = Record<string, string | number | null>;

interface LibraryFunction {
  (given: Given): Result;
  async(given: Given, done: Done): void;
}

type Done = (error: Error | null, result: Result) => void;

/** Returns Helm itself, as a library. */
export async function loadLibrary(): Promise<Helm> {
  const library = koffi.load(await helmLibrary());
  const result = koffi.struct(RESULT);
  const declare = (name: string, options: Record<string, string>) =>
    library.func(name, result, [koffi.pointer(koffi.struct(options))]) as unknown as LibraryFunction;
  /** In another thread, because it may call a server of this process. */
  const change = (name: string, options: Record<string, string>) => {
    const call = declare(name, options);
    return async (given: Given): Promise<void> => {
      const all = { ...emptyOf(options), namespace: TARGET.namespace, ...given };
      textOf(await promisify((done: Done) => call.async(all, done))());
    };
  };
  const install = change('Install', INSTALL_OPTIONS);
  const upgrade = change('Upgrade', UPGRADE_OPTIONS);
  const uninstall = change('Uninstall', UNINSTALL_OPTIONS);
  const lint = declare('Lint', LINT_OPTIONS);
  const template = declare('Template', TEMPLATE_OPTIONS);
  const options = {
    ...emptyOf(TEMPLATE_OPTIONS),
    namespace: TARGET.namespace,
    kubeVersion: TARGET.kubernetes,
  };
  const installed = ({ name, chart, valuesFile, kubeconfig }: Release): Given => ({
    ...{ name, chart, valuesFiles: valuesFile, kubeConfig: kubeconfig, disableOpenApiValidation: 1 },
  });
  return {
    install: (release) => install(installed(release)),
    upgrade: (release) => upgrade(installed(release)),
    uninstall: ({ name, kubeconfig }) => uninstall({ releaseName: name, kubeConfig: kubeconfig }),
    lint: (chart, values) => {
      const report = textOf(lint({ ...emptyOf(LINT_OPTIONS), path: withValues(chart, values), strict: 1 }));
      if (!report.includes('Failed: false')) throw new Error(report);
      return report;
    },
    template: (chart, name, valuesFiles) =>
      textOf(template({ ...options, chart: withoutHooks(chart), name, valuesFiles })).replaceAll(
        HIDDEN,
        'helm.sh/hook',
      ),
  };
}

function copyOf(chart: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-chart-'));
  cpSync(chart, folder, { recursive: true });
  return folder;
}

function withoutHooks(chart: string): string {
  const folder = copyOf(chart);
  for (const name of readdirSync(join(folder, 'templates'))) {
    const file = join(folder, 'templates', name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(HOOK, `"${HIDDEN}`));
  }
  return folder;
}

/** The library can lint a chart only with the chart's own values. */
function withValues(chart: string, valuesFile: string): string {
  const folder = copyOf(chart);
  const file = join(folder, 'values.yaml');
  const [own, given] = [file, valuesFile].map((each) => parse(readFileSync(each, 'utf8')) as unknown);
  writeFileSync(file, stringify(merged(own, given)));
  return folder;
}

/** Merges values as Helm does: objects member by member, everything else is replaced. */
function merged(below: unknown, above: unknown): unknown {
  if (!isObject(below) || !isObject(above)) return above;
  const members = Object.entries(above).map(([name, value]) => [name, merged(below[name], value)]);
  return { ...below, ...Object.fromEntries(members) };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function emptyOf(options: Record<string, string>): Record<string, number | null> {
  return Object.fromEntries(Object.entries(options).map(([name, type]) => [name, type === 'int' ? 0 : null]));
}

function textOf({ out, err }: Result): string {
  if (err !== null && err !== '') throw new Error(err);
  return out ?? '';
}

import koffi from 'koffi';
import { helmLibrary } from './helm-library.js';

const NAMESPACE = 'security';
const KUBERNETES = '1.33.0';

/** What a call to the library gives: a text, or why not. */
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

/** Helm itself, as a library: a machine that has only Node can check a chart. */
export interface Helm {
  /** @throws Error with what `helm lint --strict` says */
  lint(chart: string): string;
  /** The manifests. @throws Error with what `helm template` says, the values' schema included */
  template(chart: string, release: string, valuesFile: string | null): string;
}

export async function loadHelm(): Promise<Helm> {
  const library = koffi.load(await helmLibrary());
  const result = koffi.struct('HelmResult', RESULT);
  const declare = (name: string, options: Record<string, string>) =>
    library.func(name, result, [koffi.pointer(koffi.struct(`Helm${name}Options`, options))]) as (
      given: Record<string, string | number | null>,
    ) => Result;
  const lint = declare('Lint', LINT_OPTIONS);
  const template = declare('Template', TEMPLATE_OPTIONS);
  return {
    lint: (path) => textOf(lint({ ...emptyOf(LINT_OPTIONS), path, strict: 1 })),
    template: (chart, name, valuesFiles) =>
      textOf(
        template({
          ...emptyOf(TEMPLATE_OPTIONS),
          chart,
          name,
          valuesFiles,
          namespace: NAMESPACE,
          kubeVersion: KUBERNETES,
        }),
      ),
  };
}

function emptyOf(options: Record<string, string>): Record<string, number | null> {
  return Object.fromEntries(Object.entries(options).map(([name, type]) => [name, type === 'int' ? 0 : null]));
}

function textOf({ out, err }: Result): string {
  if (err !== null && err !== '') throw new Error(err);
  return out ?? '';
}

import { describe, expect, it } from '@jest/globals';
import { mappingsOf } from './child-names.js';

const NOTHING_NAMED = { key: [], file: [] };

describe('the variables of a request’s keys', () => {
  it.each([
    ...[
      'LUA_INIT',
      'LUA_INIT_5_4',
      'DOTNET_STARTUP_HOOKS',
      'MAKEFLAGS',
      'ERL_AFLAGS',
      'GOFLAGS',
      'MAVEN_OPTS',
    ],
    ...['GIT_EXTERNAL_DIFF', 'GIT_SEQUENCE_EDITOR', 'SUDO_ASKPASS', 'AWS_PAGER', 'KUBE_EDITOR', 'BROWSER'],
    ...['RUSTC_WRAPPER', 'PHPRC', 'R_PROFILE', 'CORECLR_PROFILER_PATH', 'git_external_diff'],
  ])('never include %s, which runs code', (name) => {
    expect(() => mappingsOf(NOTHING_NAMED, ['PASSWORD', name])).toThrow(
      `${name} controls what programs load`,
    );
  });

  it.each(['PASSWORD', 'CARGO_REGISTRY_TOKEN', 'KUBECONFIG', 'PAGERDUTY_TOKEN', 'EDITOR_TOKEN', 'GIT_TOKEN'])(
    'include %s',
    (name) => {
      expect(mappingsOf(NOTHING_NAMED, [name])).toEqual([{ key: name, name, asFile: false }]);
    },
  );
});

import { CliError, EXIT } from '../exit.js';
import { VARIABLE } from './formats.js';

/** Maps a key's value to a variable of the child: the value, or the path of a file with it. */
export interface Mapping {
  readonly key: string;
  readonly name: string;
  readonly asFile: boolean;
}

export interface MappingOptions {
  /** `K`, `K:ENV` */
  readonly key: readonly string[];
  readonly file: readonly string[];
  readonly forceName?: boolean;
}

/**
 * Variables that control which code a program loads or runs, or that are this program's own. Keys become names without being
 * asked for, and the service says which keys there are.
 */
const LOADER_VARIABLES = new RegExp(
  `^(?:${[
    'PATH|ENV|IFS|SHELL|SHELLOPTS|BASHOPTS|BASH_ENV|BASH_FUNC_.*|PS4|PROMPT_COMMAND|ZDOTDIR',
    'LD_.*|DYLD_.*|GCONV_PATH|GLIBC_TUNABLES|LOCPATH|OPENSSL_(?:CONF|MODULES|ENGINES)',
    'NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS)|NPM_CONFIG_.*|PYTHON.*|PERL5.*|PERLLIB|RUBYOPT|RUBYLIB|GEM_(?:HOME|PATH)',
    'JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|CLASSPATH|(?:JAVA|MAVEN|GRADLE|SBT)_OPTS',
    'LUA_(?:INIT|PATH|CPATH)(?:_.*)?|PHPRC|PHP_INI_SCAN_DIR|DOTNET_STARTUP_HOOKS|(?:CORECLR|COR)_PROFILER.*',
    'ERL_(?:.*FLAGS|LIBS)|ELIXIR_ERL_OPTIONS|R_PROFILE(?:_USER)?|GOFLAGS|RUSTFLAGS|RUSTC(?:_.*)?|(?:GNU)?MAKEFLAGS|MFLAGS',
    'LESS(?:OPEN|CLOSE)|(?:.*_)?(?:EDITOR|PAGER)|MANPAGER|VISUAL|BROWSER|.*_ASKPASS|VIMINIT|EXINIT',
    'GIT_(?:SSH.*|EXEC_PATH|CONFIG.*|PROXY_COMMAND|EXTERNAL_DIFF|TEMPLATE_DIR|DIR)|RSYNC_RSH|CVS_RSH',
    'COUNTERSIGN_.*',
  ].join('|')})$`,
  'i',
);

/**
 * Returns the variable of each key.
 * @param all keys of the request; undefined if the request is made from the options
 * @throws CliError (usage) for an invalid or duplicate name, or one that controls what is loaded
 */
export function mappingsOf(options: MappingOptions, all?: readonly string[]): Mapping[] {
  const named = [
    ...options.key.map((given) => mappingOf(given, false, options)),
    ...options.file.map((given) => mappingOf(given, true, options)),
  ];
  const mappings = named.length > 0 ? named : (all ?? []).map((key) => mappingOf(key, false, options));
  const names = mappings.map(({ name }) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CliError(EXIT.usage, `Two values are mapped to ${twice}.`);
  return mappings;
}

function mappingOf(given: string, asFile: boolean, { forceName }: MappingOptions): Mapping {
  const [key = '', mapped, ...more] = given.split(':');
  const name = mapped ?? key;
  if (key === '' || !VARIABLE.test(name) || more.length > 0)
    throw new CliError(EXIT.usage, `${name} is not a valid variable name: use --key ${key || 'KEY'}:NAME.`);
  if (LOADER_VARIABLES.test(name) && (mapped === undefined || forceName !== true))
    throw new CliError(
      EXIT.usage,
      `${name} controls what programs load: it is refused without --key ${key}:${name} --force-name.`,
    );
  return { key, name, asFile };
}

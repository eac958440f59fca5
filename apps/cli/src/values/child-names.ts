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

/** Variables that control which code a program loads, or that are this program's own. */
const LOADER_VARIABLES =
  /^(PATH|ENV|IFS|SHELLOPTS|BASHOPTS|BASH_ENV|BASH_FUNC_.*|PS4|PROMPT_COMMAND|ZDOTDIR|LD_.*|DYLD_.*|GCONV_PATH|GLIBC_TUNABLES|NODE_(OPTIONS|PATH|EXTRA_CA_CERTS)|NPM_CONFIG_.*|PYTHON.*|PERL5.*|PERLLIB|RUBYOPT|RUBYLIB|GEM_(HOME|PATH)|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|_JAVA_OPTIONS|CLASSPATH|LESS(OPEN|CLOSE)|OPENSSL_(CONF|MODULES|ENGINES)|EDITOR|VISUAL|PAGER|GIT_(SSH.*|EXEC_PATH|CONFIG.*|ASKPASS|EDITOR|PAGER|PROXY_COMMAND)|COUNTERSIGN_.*)$/i;

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

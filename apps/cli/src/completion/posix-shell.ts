import type { CommandTree, Word } from './command-node.js';

/** Quotes text as one word of a shell. */
export const posix = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

export const plain = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');

/**
 * Finds the command on the line in bash and zsh: `at`. `given` is set behind its first argument, and `skip` is the option
 * whose value is next.
 */
const WALK = `  for word in "\${before[@]}"; do
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      --) return ;;
      -*) case " $valued " in *" $word "*) skip=$word ;; esac ;;
      *) case "$at\${at:+ }$word" in PATHS) at="$at\${at:+ }$word" ;; *) given=1 ;; esac ;;
    esac
  done`;

export const walkOf = ({ nodes }: CommandTree): string => {
  const paths = nodes.flatMap(({ path }) => (path === '' ? [] : [posix(path)]));
  return WALK.replace('PATHS', () => paths.join('|'));
};

/** Sets `kind` where the value of an option is a name; for other values there is no completion. */
export function kindOfOption({ named }: CommandTree): string {
  const cases = [...new Set(named.values())].map((kind) => {
    const flags = [...named].filter(([, each]) => each === kind).map(([flag]) => flag);
    return `    ${flags.join('|')}) kind=${kind} ;;`;
  });
  return `  case $skip in
${cases.join('\n')}
    ?*) return ;;
  esac`;
}

import type { CommandTree } from './command-node.js';
import { kindOfOption, plain, posix, walkOf } from './posix-shell.js';

/**
 * Returns the completion of bash. It splits words at `=`, `:` and `@` as well, so the words are taken from the line, and
 * what stands before the last of these is cut off what is found.
 */
export function bash(tree: CommandTree): string {
  const cases = tree.nodes.map(
    ({ path, commands, options, argument }) =>
      `    ${posix(path)}) commands=${posix(plain(commands))} options=${posix(plain(options))} argument=${argument ?? ''} ;;`,
  );
  return `# bash completion for countersign: source <(countersign completion bash)
_countersign() {
  local word skip= at= given= kind= commands= options= argument= current=$2 IFS=$' \\t\\n'
  local valued=${posix(tree.valued.join(' '))}
  local line=\${COMP_LINE:0:COMP_POINT}
  local typed=\${line##*[[:space:]]}
  local -a before
  read -r -a before <<< "\${line%"$typed"}"
  before=("\${before[@]:1}")
  COMPREPLY=()
${walkOf(tree)}
  if [[ -z $skip && $typed == --*=* ]]; then skip=\${typed%%=*}; typed=\${typed#*=}; fi
${kindOfOption(tree)}
  case $at in
${cases.join('\n')}
  esac
  if [[ -z $kind$given && $typed != -* ]]; then kind=$argument; fi
  if [[ -n $kind ]]; then
    local start=\${typed%"$current"}
    while IFS=$'\\t' read -r word _; do
      printf -v word %q "\${word#"$start"}"
      COMPREPLY+=("$word")
    done < <("\${COMP_WORDS[0]}" complete-names "$kind" "=$typed" -- "\${before[@]}" </dev/null 2>/dev/null)
  elif [[ $typed == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -o default -F _countersign countersign
`;
}

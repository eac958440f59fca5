import type { CommandTree, Word } from './command-node.js';
import { kindOfOption, posix, walkOf } from './posix-shell.js';

/** Returns the completion of zsh. */
export function zsh(tree: CommandTree): string {
  const described = (words: readonly Word[]): string =>
    words.map(({ word, about }) => posix(`${word}:${about.replaceAll(':', '\\:')}`)).join(' ');
  const cases = tree.nodes.map(
    ({ path, commands, options, argument }) =>
      `    ${posix(path)}) commands=(${described(commands)}); options=(${described(options)}); argument=${argument ?? ''} ;;`,
  );
  return `#compdef countersign
# zsh completion for countersign: source <(countersign completion zsh), or a file _countersign in $fpath
_countersign() {
  local word about skip= at= given= kind= argument=
  local -a before commands options found
  local valued=${posix(tree.valued.join(' '))}
  before=("\${(@Q)words[2,CURRENT-1]}")
${walkOf(tree)}
  if [[ -z $skip && $PREFIX == --*=* ]]; then skip=\${PREFIX%%=*}; compset -P 1 '*='; fi
${kindOfOption(tree)}
  case $at in
${cases.join('\n')}
  esac
  if [[ -z $kind$given && $PREFIX != -* ]]; then kind=$argument; fi
  if [[ -n $kind ]]; then
    "\${(Q)words[1]}" complete-names $kind "=\${(Q)PREFIX}" -- "\${before[@]}" </dev/null 2>/dev/null |
      while IFS=$'\\t' read -r word about; do found+=("\${word//:/\\\\:}\${about:+:$about}"); done
    _describe name found
  elif [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( $#commands )); then _describe command commands
  else _files
  fi
}
if [[ \${funcstack[1]} == _countersign ]]; then _countersign "$@"; else compdef _countersign countersign; fi
`;
}

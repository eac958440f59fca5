import type { CommandTree, Word } from './command-node.js';

/** Quotes text as one word of a shell. */
const posix = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
const fishText = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
const psText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const plain = (words: readonly Word[]): string => words.map(({ word }) => word).join(' ');
const paths = ({ nodes }: CommandTree): string[] =>
  nodes.flatMap(({ path }) => (path === '' ? [] : [posix(path)]));

/** Finds the command on the line in bash and zsh, skipping options and their values. */
const WALK = `  for word in "\${before[@]}"; do
    if [[ -n $skip ]]; then skip=; continue; fi
    case $word in
      --) return ;;
      -*) case " $valued " in *" $word "*) skip=1 ;; esac ;;
      *) case "$at\${at:+ }$word" in PATHS) at="$at\${at:+ }$word" ;; esac ;;
    esac
  done
  [[ -n $skip ]] && return`;

const walkOf = (tree: CommandTree): string => WALK.replace('PATHS', () => paths(tree).join('|'));

function bash(tree: CommandTree): string {
  const cases = tree.nodes.map(
    ({ path, commands, options }) =>
      `    ${posix(path)}) commands=${posix(plain(commands))} options=${posix(plain(options))} ;;`,
  );
  return `# bash completion for countersign: source <(countersign completion bash)
_countersign() {
  local word skip= at= commands= options= current=\${COMP_WORDS[COMP_CWORD]}
  local valued=${posix(tree.valued.join(' '))}
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  COMPREPLY=()
${walkOf(tree)}
  case $at in
${cases.join('\n')}
  esac
  if [[ $current == -* ]]; then COMPREPLY=($(compgen -W "$options" -- "$current"))
  else COMPREPLY=($(compgen -W "$commands" -- "$current"))
  fi
}
complete -o default -F _countersign countersign
`;
}

function zsh(tree: CommandTree): string {
  const described = (words: readonly Word[]): string =>
    words.map(({ word, about }) => posix(`${word}:${about.replaceAll(':', '\\:')}`)).join(' ');
  const cases = tree.nodes.map(
    ({ path, commands, options }) =>
      `    ${posix(path)}) commands=(${described(commands)}); options=(${described(options)}) ;;`,
  );
  return `#compdef countersign
# zsh completion for countersign: source <(countersign completion zsh), or a file _countersign in $fpath
_countersign() {
  local word skip= at=
  local -a before commands options
  local valued=${posix(tree.valued.join(' '))}
  before=("\${(@)words[2,CURRENT-1]}")
${walkOf(tree)}
  case $at in
${cases.join('\n')}
  esac
  if [[ $PREFIX == -* ]]; then _describe -o option options
  elif (( $#commands )); then _describe command commands
  else _files
  fi
}
if [[ \${funcstack[1]} == _countersign ]]; then _countersign "$@"; else compdef _countersign countersign; fi
`;
}

function fish(tree: CommandTree): string {
  const lines = tree.nodes.flatMap(({ path, commands, options }) => [
    ...commands.map(
      ({ word, about }) =>
        `complete -c countersign -n ${fishText(`__countersign_at ${fishText(path)}`)} -f -a ${word} -d ${fishText(about)}`,
    ),
    ...options.map(({ word, about }) => {
      const flag = word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;
      const value = tree.valued.includes(word) ? ' -r' : '';
      return `complete -c countersign -n ${fishText(`__countersign_at ${fishText(path)}`)} ${flag}${value} -d ${fishText(about)}`;
    }),
  ]);
  return `# fish completion for countersign: countersign completion fish | source
function __countersign_at
  set -l at
  set -l skip
  for word in (commandline -opc)[2..]
    if test -n "$skip"
      set skip
      continue
    end
    switch $word
      case --
        return 1
      case ${tree.valued.join(' ')}
        set skip 1
      case '-*'
      case '*'
        set -l next (string trim -- "$at $word")
        contains -- $next ${paths(tree).join(' ')}; and set at $next
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}

function pwsh(tree: CommandTree): string {
  const words = (all: readonly Word[]): string => `@(${all.map(({ word }) => psText(word)).join(', ')})`;
  const entries = tree.nodes.map(
    ({ path, commands, options }) =>
      `    ${psText(path)} = @{ commands = ${words(commands)}; options = ${words(options)} }`,
  );
  return `# PowerShell completion for countersign: countersign completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName countersign -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $tree = @{
${entries.join('\n')}
  }
  $valued = @(${tree.valued.map(psText).join(', ')})
  $at = ''; $skip = $false
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $word = $element.Extent.Text
    if ($skip) { $skip = $false; continue }
    if ($word -eq '--') { return }
    if ($word.StartsWith('-')) { $skip = $valued -ccontains $word; continue }
    $next = "$at $word".Trim()
    if ($tree.ContainsKey($next)) { $at = $next }
  }
  if ($skip) { return }
  $words = if ($wordToComplete.StartsWith('-')) { $tree[$at].options } else { $tree[$at].commands }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

/** The completion script of each shell. */
export const SCRIPTS: Readonly<Record<string, (tree: CommandTree) => string>> = { bash, zsh, fish, pwsh };

import type { CommandNode, CommandTree, Word } from './command-node.js';

/** Quotes text as one word. */
const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** Returns the completion of fish. */
export function fish(tree: CommandTree): string {
  const paths = tree.nodes.flatMap(({ path }) => (path === '' ? [] : [quoted(path)]));
  return `# fish completion for countersign: countersign completion fish | source
function __countersign_at
  set -l at
  set -l skip
  set -l given
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
        if contains -- $next ${paths.join(' ')}
          set at $next
        else
          set given 1
        end
    end
  end
  test "$at" = "$argv[1]"; and test "$argv[2]$given" != first1
end
function __countersign_names
  set -l words (commandline -opc)
  set -l current (commandline -ct)
  $words[1] complete-names $argv[1] "=$current" -- $words[2..] </dev/null 2>/dev/null
end
${tree.nodes.flatMap((node) => linesOf(node, tree)).join('\n')}
`;
}

function linesOf({ path, commands, options, argument }: CommandNode, tree: CommandTree): string[] {
  const at = (more = ''): string =>
    `complete -c countersign -n ${quoted(`__countersign_at ${quoted(path)}${more}`)}`;
  return [
    ...commands.map(({ word, about }) => `${at()} -f -a ${word} -d ${quoted(about)}`),
    ...(argument === null ? [] : [`${at(' first')} -f -a ${quoted(`(__countersign_names ${argument})`)}`]),
    ...options.map(
      (option) => `${at()} ${flagOf(option)}${valueOf(option, tree)} -d ${quoted(option.about)}`,
    ),
  ];
}

const flagOf = ({ word }: Word): string =>
  word.startsWith('--') ? `-l ${word.slice(2)}` : `-s ${word.slice(1)}`;

function valueOf({ word }: Word, { valued, named }: CommandTree): string {
  const kind = named.get(word);
  if (kind !== undefined) return ` -x -a ${quoted(`(__countersign_names ${kind})`)}`;
  return valued.includes(word) ? ' -r' : '';
}

import type { CommandTree, Word } from './command-node.js';

/** Quotes text as one word; PowerShell takes typographic quotes for apostrophes. */
const quoted = (text: string): string => `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`;

/**
 * Returns the completion of PowerShell, which leaves out empty arguments and inserts a completion as it is. Names with a
 * typographic quote, which would end a quoted word, are left out, and the others are quoted by PowerShell itself.
 */
export function pwsh(tree: CommandTree): string {
  const words = (all: readonly Word[]): string => `@(${all.map(({ word }) => quoted(word)).join(', ')})`;
  const entries = tree.nodes.map(
    ({ path, commands, options, argument }) =>
      `    ${quoted(path)} = @{ commands = ${words(commands)}; options = ${words(options)}; argument = ${quoted(argument ?? '')} }`,
  );
  const named = [...tree.named].map(([flag, kind]) => `${quoted(flag)} = ${quoted(kind)}`);
  return `# PowerShell completion for countersign: countersign completion pwsh | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName countersign -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $tree = @{
${entries.join('\n')}
  }
  $valued = @(${tree.valued.map(quoted).join(', ')})
  $named = @{ ${named.join('; ')} }
  $at = ''; $skip = ''; $given = $false; $before = @()
  foreach ($element in $commandAst.CommandElements | Select-Object -Skip 1) {
    if ($element.Extent.EndOffset -ge $cursorPosition) { break }
    $word = $element.Extent.Text
    $before += $word
    if ($skip) { $skip = ''; continue }
    if ($word -eq '--') { return }
    if ($word.StartsWith('-')) { if ($valued -ccontains $word) { $skip = $word }; continue }
    $next = "$at $word".Trim()
    if ($tree.ContainsKey($next)) { $at = $next } else { $given = $true }
  }
  $kind = if ($skip) { $named[$skip] } elseif (-not $given -and -not $wordToComplete.StartsWith('-')) { $tree[$at].argument }
  if ($kind) {
    & $commandAst.CommandElements[0].Extent.Text complete-names $kind "=$wordToComplete" -- @before 2>$null | ForEach-Object {
      $name, $about = $_ -split "\`t", 2
      if ($name -match '[\\u2018-\\u201b]') { return }
      $text = if ($name -match '^[\\w./:][\\w./:@-]*$') { $name } else { "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($name) + "'" }
      [System.Management.Automation.CompletionResult]::new($text, $name, 'ParameterValue', $(if ($about) { $about } else { $name }))
    }
    return
  }
  if ($skip) { return }
  $words = if ($wordToComplete.StartsWith('-')) { $tree[$at].options } else { $tree[$at].commands }
  $words | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

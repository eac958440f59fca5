import { PROVIDER_TYPES, SCOPE_KEYS } from '../../libs/connection-scope/src/provider-type.js';
import { code, markdownTable } from './markdown-table.js';

const INTRODUCTION = `# Scopes of connections

What the member \`scope\` of a provider connection may hold, by the connection's \`type\`. Any other key is refused (400
\`provider_scope_invalid\`, which names what is missing and what is unknown). A scope says where secrets are, never how to
get in: a key that is named like a credential is refused (\`credential_in_scope\`), and so is a value that looks like one
(\`secret_in_scope\`). Every value is a text of 1 to 1,024 characters.

What the service takes may still be refused by the agent, when a job uses it (\`scope_invalid\`, \`address_not_allowed\`): see
[job-errors.md](job-errors.md). \`agent doctor --store TYPE --scope JSON\` tries a scope where the agent runs.`;

/** Returns docs/reference/scopes.md, from the table that validates connections. */
export function scopesPage(): string {
  return [INTRODUCTION, ...PROVIDER_TYPES.map(typeSection)].join('\n\n');
}

function typeSection(type: (typeof PROVIDER_TYPES)[number]): string {
  const keys = Object.entries(SCOPE_KEYS[type]);
  const rows = keys.map(([name, { required, meaning, form, example }]) => [
    ...[code(name), required ? 'required' : 'optional', meaning, form, code(example)],
  ]);
  const whole = Object.fromEntries(keys.map(([name, { example }]) => [name, example]));
  const table = markdownTable(['Key', '', 'Meaning', 'Has to be', 'Example'], rows);
  return `## ${type}\n\n${table}\n\n\`\`\`json\n${JSON.stringify(whole, null, 2)}\n\`\`\``;
}

import type { JSX } from 'react';
import type { MovedRules } from './moved-rules.js';

/** Which rules of the platform a new cap moves, in words; nothing where it moves none. */
export function MovedRulesList({
  moved,
}: {
  moved: MovedRules<{ id: string; name: string; priority: number }>;
}): JSX.Element {
  const { above, below } = moved;
  return (
    <div role="status">
      {above.length > 0 && (
        <>
          <p>These rules will come before every rule of a team or project:</p>
          <Names rules={above} />
        </>
      )}
      {below.length > 0 && (
        <>
          <p>Rules of teams and projects may come before these from now on:</p>
          <Names rules={below} />
        </>
      )}
    </div>
  );
}

function Names({
  rules,
}: {
  rules: MovedRules<{ id: string; name: string; priority: number }>['above'];
}): JSX.Element {
  return (
    <ul>
      {rules.map(({ id, name, priority }) => (
        <li key={id}>
          <bdi>{name}</bdi>, {priority}
        </li>
      ))}
    </ul>
  );
}

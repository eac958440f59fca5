import type { JSX, ReactNode } from 'react';
import { ActionButton, type ButtonProps } from './button.js';
import { ButtonLink } from './button-link.js';

export interface ActionLinkProps extends Pick<ButtonProps, 'look'> {
  /** Why it leads nowhere for this person; null where it does. */
  readonly reason: string | null;
  readonly to: string;
  readonly search?: Readonly<Record<string, string>>;
  readonly children: ReactNode;
}

/** A link to where something is made; for those who may not, a button that is off and says why. */
export function ActionLink({ reason, look, to, search, children }: ActionLinkProps): JSX.Element {
  if (reason !== null)
    return (
      <ActionButton look={look} reason={reason}>
        {children}
      </ActionButton>
    );
  return (
    <ButtonLink look={look} to={to} search={search}>
      {children}
    </ButtonLink>
  );
}

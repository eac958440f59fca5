import type { ReactNode } from 'react';
import { hasPermission, type Permission, useMe } from '../api/queries/me.js';
import { CarryingRoles } from './carrying-roles.js';
import { Page } from './page.js';
import { Empty } from './states.js';

export interface RequirePermissionProps {
  readonly title: string;
  readonly anyOf: readonly Permission[];
  /** The page, for those who hold it. */
  readonly children: ReactNode;
}

/** A page that answers by its address alone to whoever lacks its permissions: it says what they would need, and which roles carry it. */
export function RequirePermission({ title, anyOf, children }: RequirePermissionProps): ReactNode {
  if (hasPermission(useMe(), ...anyOf)) return children;
  return (
    <Page title={title}>
      <Empty>
        You need {anyOf.join(' or ')} for this page. <CarryingRoles anyOf={anyOf} />
      </Empty>
    </Page>
  );
}

import type { JSX } from 'react';
import { type Grant, originOf } from '../api/queries/grants.js';

/** Who made a grant. One of the identity provider is made again whenever the person signs in. */
export function GrantOrigin({ grant, name }: { grant: Grant; name: string | undefined }): JSX.Element {
  const origin = originOf(grant);
  if (origin === 'oidc') return <>the identity provider: granted again at the next sign-in</>;
  if (origin === 'bootstrap') return <>the service, at its first start</>;
  return <bdi>{name ?? 'a person'}</bdi>;
}

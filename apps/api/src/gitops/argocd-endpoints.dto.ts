import { IsBoolean, ValidateBy } from 'class-validator';
import { type ApplicationRow, type EndpointRow, isBaseUrl } from '#libs/gitops';
import { IfPresent, IsName } from '../http/fields.js';

/** Checks the address of an Argo CD server: http or https, without userinfo, query or fragment. */
export const IsBaseUrl = (): PropertyDecorator =>
  ValidateBy({
    name: 'isBaseUrl',
    validator: {
      validate: (value) => typeof value === 'string' && isBaseUrl(value),
      defaultMessage: () => 'must be an http or https URL without userinfo, query or fragment',
    },
  });

export class CreateEndpointBody {
  @IsName()
  name: string;

  /** The cluster whose agents observe the endpoint. */
  @IsName()
  cluster_name: string;

  @IsBaseUrl()
  base_url: string;

  @IfPresent()
  @IsBoolean()
  enabled?: boolean;
}

export class EndpointEnabledBody {
  @IsBoolean()
  enabled: boolean;
}

export class EndpointResponse {
  id: string;
  name: string;
  cluster_name: string;
  base_url: string;
  enabled: boolean;
  last_observed_at: string | null;
  created_at: string;
  updated_at: string;

  static of(this: void, { cursor_at: _, ...row }: EndpointRow): EndpointResponse {
    return {
      ...row,
      last_observed_at: row.last_observed_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}

/** The latest observed state of an application. */
export class ApplicationResponse {
  name: string;
  namespace: string;
  project: string;
  repo_url: string | null;
  path: string | null;
  target_revision: string | null;
  sync_status: string;
  health_status: string;
  revision: string | null;
  observed_at: string;
  created_at: string;
  updated_at: string;

  static of(this: void, { id: _id, cursor_at: _, ...row }: ApplicationRow): ApplicationResponse {
    return {
      ...row,
      observed_at: row.observed_at.toISOString(),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}

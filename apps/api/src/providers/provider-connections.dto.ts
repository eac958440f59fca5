import { Allow, IsBoolean, IsIn, IsInt, IsObject, IsOptional, Matches, Max, Min } from 'class-validator';
import { PROVIDER_TYPES, type ProviderType } from '#libs/connection-scope';
import type { ConnectionFields, ConnectionRow } from '#libs/providers';
import { IfPresent, IsName } from '../http/fields.js';
import { StartedJobResponse } from '../jobs/jobs.dto.js';

const IsShortText = (): PropertyDecorator =>
  Matches(/^[^]{0,500}$/u, { message: 'must be at most 500 characters' });

/** What create and update have in common but for which members must be there. */
class ConnectionMembers {
  /** Null to remove it. */
  @IsOptional()
  @IsName()
  cluster_name?: string | null;

  /** Null to remove it. */
  @IsOptional()
  @IsShortText()
  description?: string | null;

  @IfPresent()
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';

  @IsOptional()
  @IsName()
  auth_method?: string | null;

  @IfPresent()
  @IsBoolean()
  discover_enabled?: boolean;

  @IfPresent()
  @IsInt()
  @Min(60)
  @Max(86400)
  discover_interval_seconds?: number;
}

export class CreateConnectionBody extends ConnectionMembers {
  @IsName()
  name: string;

  @IsIn(PROVIDER_TYPES)
  type: ProviderType;

  @IsObject()
  scope: Record<string, unknown>;

  fields(): ConnectionFields {
    return {
      name: this.name,
      scope: this.scope,
      cluster_name: this.cluster_name ?? null,
      description: this.description ?? null,
      status: this.status ?? 'active',
      auth_method: this.auth_method ?? null,
      discover_enabled: this.discover_enabled ?? false,
      discover_interval_seconds: this.discover_interval_seconds ?? 3600,
      self_service_bindable: false,
    };
  }
}

export class UpdateConnectionBody extends ConnectionMembers {
  @IfPresent()
  @IsName()
  name?: string;

  /** Immutable; a sent value is ignored. */
  @Allow()
  type?: unknown;

  @IfPresent()
  @IsObject()
  scope?: Record<string, unknown>;

  @IfPresent()
  @IsBoolean()
  self_service_bindable?: boolean;

  /** Returns the members that were sent. */
  change(): Partial<ConnectionFields> {
    const members = Object.entries(this).filter(([name, value]) => name !== 'type' && value !== undefined);
    return Object.fromEntries(members);
  }
}

/** A connection with every member, for holders of integration.edit. */
export class ConnectionResponse {
  id: string;
  name: string;
  type: ProviderType;
  cluster_name: string | null;
  description: string | null;
  status: 'active' | 'disabled';
  scope: Readonly<Record<string, unknown>>;
  auth_method: string | null;
  discover_enabled: boolean;
  discover_interval_seconds: number;
  self_service_bindable: boolean;
  last_discover_at: string | null;
  last_discover_status: 'running' | 'success' | 'failure' | null;
  last_discover_started_at: string | null;
  last_discover_error: string | null;
  /**
   * Number of secrets that the last discovery could not report because of invalid characters in their names; null when
   * not counted.
   */
  last_discover_skipped_secrets: number | null;
  last_discover_skipped_keys: number | null;
  possibly_stale: boolean;
  /** Number of agents that can claim its jobs and sent a heartbeat in the last 60 seconds. */
  agents_alive: number;
  created_at: string;
  updated_at: string;

  static of(this: void, { cursor_at: _, ...row }: ConnectionRow): ConnectionResponse {
    return {
      ...row,
      last_discover_at: row.last_discover_at?.toISOString() ?? null,
      last_discover_started_at: row.last_discover_started_at?.toISOString() ?? null,
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}

export class StartedDiscoveryResponse extends StartedJobResponse {}

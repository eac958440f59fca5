import { Transform } from 'class-transformer';
import { ArrayMaxSize, IsIn, Matches, ValidateBy } from 'class-validator';
import { labelOf, type SecretFilter, type SecretRow } from '#libs/providers';
import { IfPresent, IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

const MAX_LABELS = 20;

const IsText = (longest: number): PropertyDecorator =>
  Matches(new RegExp(`^\\P{Cc}{1,${longest}}$`, 'u'), {
    message: `must be 1 to ${longest} characters without control characters`,
  });

const AreLabels = (): PropertyDecorator =>
  ValidateBy({
    name: 'areLabels',
    validator: {
      validate: (value) =>
        Array.isArray(value) &&
        value.every((text) => typeof text === 'string' && text.length <= 1500 && labelOf(text) !== null),
      defaultMessage: () => 'must be written name:value',
    },
  });

/** The filters of the catalogue; all that are given must hold. */
export class SecretsQuery extends PageQuery {
  @IfPresent()
  @IsText(200)
  cluster_name?: string;

  @IfPresent()
  @IsText(200)
  provider?: string;

  @IfPresent()
  @IsText(1024)
  ref_prefix?: string;

  @IfPresent()
  @IsIn(['active', 'missing'])
  status?: 'active' | 'missing';

  /** Bound to this environment. */
  @IfPresent()
  @IsId()
  environment_id?: string;

  /** Bound to an environment of this project. */
  @IfPresent()
  @IsId()
  project_id?: string;

  @IfPresent()
  @IsId()
  provider_connection_id?: string;

  /** Has this key. */
  @IfPresent()
  @IsText(256)
  key?: string;

  /** Part of the reference, at least three characters, case-insensitive. */
  @IfPresent()
  @Matches(/^\P{Cc}{3,200}$/u, { message: 'must be 3 to 200 characters without control characters' })
  q?: string;

  /** `name:value`; repeat the parameter for several. */
  @IfPresent()
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? [value] : value))
  @ArrayMaxSize(MAX_LABELS)
  @AreLabels()
  label?: string[];

  static filter(this: void, query: SecretsQuery): SecretFilter {
    const { cluster_name: clusterName, provider, ref_prefix: refPrefix, status, key, q: text } = query;
    const { environment_id: environmentId, project_id: projectId } = query;
    const place = { environmentId, projectId, connectionId: query.provider_connection_id };
    const labels = (query.label ?? []).map(labelOf).filter((label) => label !== null);
    return { clusterName, provider, refPrefix, status, key, text, labels, ...place };
  }
}

export class SecretResponse {
  id: string;
  provider_connection_id: string | null;
  cluster_name: string | null;
  provider: string;
  ref: string;
  keys: readonly string[];
  labels: Readonly<Record<string, string>>;
  version: string | null;
  status: 'active' | 'missing';
  environment_ids: readonly string[];
  first_seen_at: string;
  last_seen_at: string;
  created_at: string;
  updated_at: string;

  static of(this: void, { cursor_at: _, ...row }: SecretRow): SecretResponse {
    return {
      ...row,
      first_seen_at: row.first_seen_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
      created_at: row.created_at.toISOString(),
      updated_at: row.updated_at.toISOString(),
    };
  }
}

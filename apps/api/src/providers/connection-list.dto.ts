import { IsIn } from 'class-validator';
import type { ConnectionChoice } from '#libs/providers';
import { IfPresent, IsId } from '../http/fields.js';
import type { ProviderType } from '#libs/connection-scope';
import { PageQuery } from '../http/page.dto.js';

export class ConnectionListQuery extends PageQuery {
  @IfPresent()
  @IsId()
  project_id?: string;

  @IfPresent()
  @IsId()
  environment_id?: string;

  @IfPresent()
  @IsIn(['true', 'false'])
  for_binding?: 'true' | 'false';
}

/** A connection in a list to choose from. */
export class ConnectionChoiceResponse {
  id: string;
  name: string;
  type: ProviderType;

  static of(this: void, { id, name, type }: ConnectionChoice): ConnectionChoiceResponse {
    return { id, name, type };
  }
}

import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsUUID } from 'class-validator';

const MOST_AT_ONCE = 1000;

export class BindSecretsBody {
  @IsUUID()
  environment_id: string;

  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MOST_AT_ONCE)
  @ArrayUnique((id: unknown) => (typeof id === 'string' ? id.toLowerCase() : id), {
    message: 'must not name a secret twice',
  })
  @IsUUID(undefined, { each: true })
  secret_ids: string[];
}

export class BoundSecretsResponse {
  /** How many were not bound to the environment before. */
  bound: number;
}

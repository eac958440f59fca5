import { ArrayMaxSize, IsArray, IsString, MaxLength } from 'class-validator';
import { IsName } from '../http/fields.js';

const MAX_REFS = 200;
/** Longer than any reference of an audit event. */
const MAX_REF_LENGTH = 200;

export class ResolveBody {
  /** References as in audit events: `user:<uuid>`, `agent:<uuid>`, `project:<uuid>` and so on. */
  @IsArray()
  @ArrayMaxSize(MAX_REFS)
  @IsString({ each: true })
  @MaxLength(MAX_REF_LENGTH, { each: true })
  refs: string[];
}

export class NamedRefResponse {
  ref: string;
  name: string;
}

export class PeopleQuery {
  /** Prefix of an e-mail or display name, case-insensitive. */
  @IsName()
  q: string;
}

export class PersonResponse {
  id: string;
  display_name: string | null;
  email: string;
}

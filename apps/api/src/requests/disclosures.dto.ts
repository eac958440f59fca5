import { Matches } from 'class-validator';
import type { Disclosure } from '#libs/requests';
import { IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';

/** Names a secret, also one that no discovery has found. */
export class DisclosuresQuery extends PageQuery {
  @IsId()
  provider_connection_id: string;

  @Matches(/^\P{Cc}{1,1024}$/u, { message: 'must be 1 to 1024 characters without control characters' })
  secret_ref: string;
}

export class NamedUserResponse {
  user_id: string;
  display_name: string | null;
  email: string;
}

/** A request whose requester retrieved at least one value of the secret. */
export class DisclosureResponse {
  request_id: string;
  requester: NamedUserResponse;
  /** In the order of their votes; empty when no approval was required. */
  approvers: NamedUserResponse[];
  keys_fetched: string[];
  direct: boolean;
  /** Time of the latest retrieval. */
  at: string;
  /** Audit event of the latest retrieval; null when the log no longer contains it. */
  event_id: string | null;

  static of(this: void, found: Disclosure): DisclosureResponse {
    const { request_id, requester, direct, event_id } = found;
    const lists = { approvers: [...found.approvers], keys_fetched: [...found.keys_fetched] };
    return { request_id, requester, ...lists, direct, at: found.at.toISOString(), event_id };
  }
}

import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { newId } from '#libs/core';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { requestErrors } from '../requests.errors.js';
import { requestEvents } from '../requests.events.js';
import { RequestReadModel } from '../requests.read-model.js';

export interface RequestComment {
  readonly id: string;
  readonly request_id: string;
  readonly author_id: string;
  readonly text: string;
  readonly created_at: Date;
}

/** Limits the timeline, where each comment is an entry. */
const MAX_COMMENTS = 200;

const LOCK = 'SELECT id FROM access_requests WHERE id = $1 FOR NO KEY UPDATE';
const INSERT = `INSERT INTO request_comments (id, request_id, author_id, text) SELECT $1::uuid, $2::uuid, $3::uuid, $4::text
  WHERE (SELECT count(*) FROM request_comments WHERE request_id = $2) < ${MAX_COMMENTS}
  RETURNING id, request_id, author_id, text, created_at`;

/** Adds comments to requests, so that an approver can ask a question without rejecting. */
@Injectable()
export class CommentService {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestReadModel,
    private readonly audit: Audit,
  ) {}

  /**
   * Adds a comment, in any status of the request. The audit event has its length, never its text.
   *
   * @param text 1 to 2,000 characters
   * @throws DomainError request_not_found, also when it is not visible to the caller; too_many_comments
   */
  async add(caller: Caller, requestId: string, text: string): Promise<RequestComment> {
    const { request } = await this.requests.getVisible(caller, requestId);
    return this.database.transaction(async (tx) => {
      // Serializes concurrent comments, so that each count is exact.
      await tx.query(LOCK, [request.id]);
      const [comment] = await tx.query<RequestComment>(INSERT, [newId(), request.id, caller.userId, text]);
      if (!comment) throw requestErrors.tooManyComments();
      const metadata = { comment_id: comment.id, length: [...text].length };
      await this.audit.record(tx, requestEvents.commented(actorOf(caller), request, metadata));
      return comment;
    });
  }
}

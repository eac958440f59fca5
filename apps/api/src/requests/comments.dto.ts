import type { RequestComment } from '#libs/requests';
import { IsRemark } from './is-secret.js';

export class CommentBody {
  /** Whoever sees the request reads it: no place for a secret. */
  @IsRemark(1)
  text: string;
}

export class CommentResponse {
  id: string;
  request_id: string;
  author_id: string;
  text: string;
  created_at: string;

  static of({ created_at, ...comment }: RequestComment): CommentResponse {
    return { ...comment, created_at: created_at.toISOString() };
  }
}

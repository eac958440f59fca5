import type { RequestComment } from '#libs/requests';
import { IsRemark } from './is-secret.js';

export class CommentBody {
  /** Visible to everyone who can see the request; must not contain a secret. */
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

import type { EntityManager } from 'typeorm';

/**
 * An open transaction. Every write takes it as its first, required parameter, so that no write
 * can forget the transaction that its audit row commits in.
 */
export type Tx = EntityManager & { readonly queryRunner: NonNullable<EntityManager['queryRunner']> };

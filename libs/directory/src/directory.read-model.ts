import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { namesSql, type RefKind, REF_KINDS } from './names-sql.js';

/** A reference as in audit events, `<kind>:<uuid>`, with the name of its object. */
export interface NamedRef {
  readonly ref: string;
  readonly name: string;
}

const REF = /^([a-z_]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Resolves ids to names. */
@Injectable()
export class DirectoryReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the names of references, in their order. Omits unknown ones, those of other kinds, and those that the caller may
   * not see: a person's name is visible to themselves and to users who read the audit log or grant roles.
   */
  async resolve(caller: Caller, refs: readonly string[]): Promise<NamedRef[]> {
    const ids = idsByKind(refs);
    if (ids.size === 0) return [];
    const conditions = new Conditions();
    const parts = [...ids].map(([kind, of]) => namesSql(kind, of, caller, conditions));
    const rows = await this.database.query<NamedRef>(parts.join(' UNION ALL '), conditions.parameters);
    const names = new Map(rows.map(({ ref, name }) => [ref, name]));
    return [...new Set(refs)].flatMap((ref) => {
      const name = names.get(ref);
      return name === undefined ? [] : [{ ref, name }];
    });
  }
}

function idsByKind(refs: readonly string[]): Map<RefKind, string[]> {
  const ids = new Map<RefKind, string[]>();
  for (const ref of refs) {
    const [, kind = '', id = ''] = REF.exec(ref) ?? [];
    if (isKind(kind)) ids.set(kind, [...(ids.get(kind) ?? []), id]);
  }
  return ids;
}

function isKind(text: string): text is RefKind {
  return (REF_KINDS as readonly string[]).includes(text);
}

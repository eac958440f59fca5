import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { namesSql, type RefKind, REF_KINDS } from './names-sql.js';

/** A reference as audit events write it, `<kind>:<uuid>`, with the name of what it refers to. */
export interface NamedRef {
  readonly ref: string;
  readonly name: string;
}

const REF = /^([a-z_]+):([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Finds names by ids. */
@Injectable()
export class DirectoryReadModel {
  constructor(private readonly database: Database) {}

  /**
   * Returns the names of references, in the order of the references. Left out is what is unknown, of another kind, or
   * not for this caller: people's names are for themselves and for who reads the audit log or grants roles.
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

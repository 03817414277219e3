import { type RawBuilder, sql } from 'kysely'

/**
 * Whether two resources (`jsonb`) have the same content, apart from spaces, the order of fields, and when they were last touched. A system
 * that sends everything every night changes nothing by that (IM-2).
 */
export function saySame(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  const meta = (resource: RawBuilder<unknown>) =>
    sql`coalesce(${resource} -> 'meta', '{}') - '{lastUpdated,versionId}'::text[]`
  return sql<boolean>`(${one} - 'meta' = ${other} - 'meta' and ${meta(one)} = ${meta(other)})`
}

import { findFhirType } from '@portico/contract/fhir/types'
import { notFound } from '../outcome.ts'
import { type ApiParts, type Call, countRead, type One, readWhole, requireAllowed } from './asked.ts'
import { bundlePage } from './list-page.ts'
import type { Place } from './page-link.ts'
import { buildProvenance } from './provenance.ts'
import { buildAboutSeen, buildProvenanceCondition, readProvenanceSearch, toProvenance } from './provenance-statement.ts'
import { listAllowed } from './scopes.ts'
import { buildIdCondition, buildTypeCondition, type Condition, isUuid, type Pairs } from './search-statement.ts'
import { membersOwn, readOne, readPage, recordAppRead } from './store.ts'

/** A resource's Provenance: a stored one, or one built from the resource it is about. */
export async function readProvenance(parts: ApiParts, id: string, call: Call): Promise<One> {
  requireAllowed(call, 'Provenance', 'r')
  if (isUuid(id)) {
    const found = await readOne(
      parts.database,
      { type: 'Provenance', id, condition: buildAboutSeen(call) },
      call.access,
    )
    return readWhole(parts.database, found, 'Provenance', call)
  }
  const [, type = '', target = ''] = /^([A-Z]\w+)\.([0-9a-f-]{36})$/.exec(id) ?? []
  if (findFhirType(type)?.audience !== 'member' || listAllowed(call.access, type, 'r') === null) throw notFound()
  const { rows } = await readRows(parts, call, [buildIdCondition(target), buildTypeCondition(type)], null, 2)
  const [row] = rows
  if (row === undefined) throw notFound()
  return { version: row.version, updated: row.updated, body: buildProvenance(row, call.plan) }
}

export async function searchProvenance(
  parts: ApiParts,
  asked: Pairs,
  after: Place | null,
  call: Call,
): Promise<string> {
  requireAllowed(call, 'Provenance', 's')
  const { conditions, count } = readProvenanceSearch(asked, call)
  const { rows } = await readRows(parts, call, conditions, after, count + 1)
  const shown = rows.slice(0, count)
  const entries = shown.map((row) => ({ ...toProvenance(row, call), mode: 'match' as const }))
  const last = rows.length > count ? shown.at(-1) : undefined
  return bundlePage(parts.links, entries, { type: 'Provenance', asked, last, total: null }, call)
}

/** Rows of resources, each of which yields a built Provenance, and of received Provenance. */
async function readRows(
  { db, database }: ApiParts,
  call: Call,
  conditions: readonly Condition[],
  after: Place | null,
  limit: number,
) {
  const scope = buildProvenanceCondition(call)
  const page = await readPage(db, {
    ...{ table: 'fhir_resource', whose: membersOwn(call.access), conditions: [scope, ...conditions] },
    ...{ order: { by: 'updated', descending: true }, after, limit, isTotaled: false },
  })
  await recordAppRead(database, { about: 'Provenance', count: countRead(page.rows, { limit }) }, call)
  return page
}

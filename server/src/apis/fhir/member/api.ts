import type { DataKey } from '../../../platform/data-key.ts'
import type { Database, Reader } from '../../../platform/db/database.ts'
import { FhirError, notFound } from '../outcome.ts'
import { type Call, findServedType, narrow, type One, readWhole, requireAllowed, requireWhole } from './asked.ts'
import { readConsent, searchConsents } from './consent-calls.ts'
import { searchEvents } from './event-calls.ts'
import { listEverything } from './everything.ts'
import { continueList } from './list-page.ts'
import { listPage } from './listing.ts'
import { createPageLinks } from './page-link.ts'
import { readProvenance, searchProvenance } from './provenance-calls.ts'
import { buildAllowedCondition, buildTypeCondition, isUuid, type Pairs, readSearch } from './search-statement.ts'
import {
  listParties,
  membersOwn,
  readOne,
  readParty,
  readVersions,
  recordAppRead,
  type Version,
  type Wanted,
} from './store.ts'

/** The member's API for all brands (OS-1 to OS-7); throws FhirError. */
export function createMemberApi(database: Database, dataKey: Pick<DataKey, 'seal' | 'open'>) {
  const db = database.read
  const parts = { database, db, links: createPageLinks(dataKey) }
  return {
    read,
    vread,
    history,
    search,
    listEverything: (id: string, pairs: Pairs, call: Call) => listEverything(parts, id, pairs, call),
  }

  async function read(type: string, id: string, call: Call): Promise<One> {
    if (type === 'Provenance') return readProvenance(parts, id, call)
    if (type === 'Consent') return readConsent(parts, id, call)
    const known = findServedType(type)
    const condition = narrow(requireAllowed(call, type, 'r'))
    if (!isUuid(id)) throw notFound()
    const find = known.audience === 'party' ? readParty : readOne
    return readWhole(database, await find(database, { type, id, condition }, call.access), type, call)
  }

  async function vread(type: string, id: string, version: string, call: Call): Promise<One> {
    const found = (await versions(type, id, call)).find((one) => String(one.version) === version)
    return requireWhole(found)
  }

  async function history(type: string, id: string, call: Call): Promise<string> {
    const found = await versions(type, id, call)
    if (found.length === 0) throw notFound()
    const entry = found.map((one) => formatVersion(one, `${type}/${id}`, call))
    return `{"resourceType":"Bundle","type":"history","total":${entry.length},"entry":[${entry.join(',')}]}`
  }

  /** A resource's latest versions: those of members' resources are kept. */
  async function versions(type: string, id: string, call: Call): Promise<readonly Version[]> {
    const known = findServedType(type)
    const may = requireAllowed(call, type, 'r')
    if (!isUuid(id)) throw notFound()
    const found =
      known.audience === 'member'
        ? await readVersions(
            db,
            { type, id, condition: buildAllowedCondition(may), isNarrowed: may !== 'all' },
            call.access,
            100,
          )
        : [await readParty(database, { type, id, condition: narrow(may) }, call.access)].filter(
            (one) => one !== undefined,
          )
    await recordAppRead(database, { about: type, count: found.length }, call)
    return found
  }

  async function search(type: string, pairs: Pairs, call: Call): Promise<string> {
    const { asked, after } = continueList(parts.links, type, pairs, call)
    if (type === 'Provenance') return searchProvenance(parts, asked, after, call)
    if (type === 'AuditEvent') return searchEvents(parts, asked, after, call)
    if (type === 'Consent') return searchConsents(parts, asked, call)
    const known = findServedType(type)
    const scope = buildAllowedCondition(requireAllowed(call, type, 's'))
    const found = readSearch(type, asked, { base: call.base, patientId: call.access.memberId })
    if (known.audience === 'party' && !found.isNarrowed)
      throw new FhirError(400, 'too-costly', 'A search of this type needs a parameter.')
    const wanted: Wanted = {
      table: known.audience === 'party' ? 'fhir_party' : 'fhir_resource',
      whose: known.audience === 'party' ? listParties(call.access) : membersOwn(call.access),
      conditions: [buildTypeCondition(type), scope, ...found.conditions],
      order: known.audience === 'party' ? { by: 'updated', descending: found.order.descending } : found.order,
      after,
      limit: found.isCounted ? 0 : found.count + 1,
      isTotaled: found.isTotaled || found.isCounted || found.count === 0,
    }
    const answer = (reader: Reader) => listPage(parts.links, reader, { type, asked, wanted, found }, call)
    const { text, count } = await (found.includes.length > 0 || found.withProvenance
      ? database.snapshot(answer)
      : answer(db))
    await recordAppRead(database, { about: type, count }, call)
    return text
  }
}

export type MemberApi = ReturnType<typeof createMemberApi>

/** An entry in a history. */
function formatVersion({ version, updated, body }: Version, address: string, { base }: Call): string {
  const told = JSON.stringify({
    fullUrl: `${base}/${address}`,
    request: { method: body === null ? 'DELETE' : version === 1 ? 'POST' : 'PUT', url: address },
    response: {
      status: body === null ? '204' : version === 1 ? '201' : '200',
      etag: `W/"${version}"`,
      lastModified: updated,
    },
  })
  return body === null ? told : `${told.slice(0, -1)},"resource":${body}}`
}

import type { FhirType } from '@portico/contract/fhir/type'
import { findFhirType } from '@portico/contract/fhir/types'
import type { DataKey } from '../../../platform/data-key.ts'
import type { Database, Reader } from '../../../platform/db/database.ts'
import type { AppAccess } from '../access.ts'
import { badParameter, FhirError, notFound } from '../outcome.ts'
import { type Entry, searchset } from './bundle.ts'
import { buildConsents } from './consent.ts'
import { createPageLinks, type Place } from './page-link.ts'
import { buildAuditEvent, buildProvenance } from './provenance.ts'
import {
  buildAboutSeen,
  buildProvenanceCondition,
  memberTypes,
  readProvenanceSearch,
  toProvenance,
} from './provenance-statement.ts'
import { type Allowed, listAllowed } from './scopes.ts'
import {
  buildAllowedCondition,
  buildAnyAllowedCondition,
  buildAtCondition,
  buildIdCondition,
  buildTypeCondition,
  buildUpdatedCondition,
  type Condition,
  countRows,
  isUuid,
  type Pairs,
  patientCondition,
  readSearch,
  type Search,
} from './search-statement.ts'
import {
  type Asking,
  type Listed,
  listParties,
  membersOwn,
  type Row,
  readAbout,
  readChoice,
  readEvents,
  readListed,
  readOne,
  readPage,
  readParty,
  readTargets,
  readVersions,
  recordAppRead,
  type Version,
  type Wanted,
} from './store.ts'
import { toValues } from './values-statement.ts'

/** What a call of the member's API is asked with. */
export interface Call extends Asking {
  /** The address of the brand's API. */
  readonly base: string
  /** The name of the plan. */
  readonly plan: string
}

/** One resource. */
export interface One {
  readonly version: number
  readonly updated: Date
  readonly body: string
}

/** The member's API of all brands (OS-1 to OS-7); throws FhirError. */
export function createMemberApi(database: Database, dataKey: Pick<DataKey, 'seal' | 'open'>) {
  const links = createPageLinks(dataKey)
  const db = database.read
  return { read, vread, history, search, listEverything }

  async function read(type: string, id: string, call: Call): Promise<One> {
    if (type === 'Provenance') return readProvenance(id, call)
    if (type === 'Consent') return readConsent(id, call)
    const known = findServedType(type)
    const condition = narrow(requireAllowed(call, type, 'r'))
    if (!isUuid(id)) throw notFound()
    const find = known.audience === 'party' ? readParty : readOne
    return readWhole(await find(database, { type, id, condition }, call.access), type, call)
  }

  /** Throws 404 for what there is not, and 410 for what was withdrawn; both are reads, too. */
  async function readWhole(found: Version | undefined, about: string, call: Call): Promise<One> {
    await recordAppRead(database, { about, count: found === undefined ? 0 : 1 }, call)
    return whole(found)
  }

  async function vread(type: string, id: string, version: string, call: Call): Promise<One> {
    const found = (await versions(type, id, call)).find((one) => String(one.version) === version)
    return whole(found)
  }

  async function history(type: string, id: string, call: Call): Promise<string> {
    const found = await versions(type, id, call)
    if (found.length === 0) throw notFound()
    const entry = found.map(({ version, updated, body }) => {
      const told = JSON.stringify({
        fullUrl: `${call.base}/${type}/${id}`,
        request: { method: body === null ? 'DELETE' : version === 1 ? 'POST' : 'PUT', url: `${type}/${id}` },
        response: {
          status: body === null ? '204' : version === 1 ? '201' : '200',
          etag: `W/"${version}"`,
          lastModified: updated,
        },
      })
      return body === null ? told : `${told.slice(0, -1)},"resource":${body}}`
    })
    return `{"resourceType":"Bundle","type":"history","total":${entry.length},"entry":[${entry.join(',')}]}`
  }

  /** The newest versions: those of members' resources are kept. */
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
    const { asked, after } = continueList(type, pairs, call)
    if (type === 'Provenance') return searchProvenance(asked, after, call)
    if (type === 'AuditEvent') return searchEvents(asked, after, call)
    if (type === 'Consent') return searchConsents(asked, call)
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
    const answer = (reader: Reader) => list(reader, { type, asked, wanted, found }, call)
    const { text, count } = await (found.includes.length > 0 || found.withProvenance
      ? database.snapshot(answer)
      : answer(db))
    await recordAppRead(database, { about: type, count }, call)
    return text
  }

  /** Everything of the patient's, type by type (OS-1), with who gave the care. */
  async function listEverything(id: string, pairs: Pairs, call: Call): Promise<string> {
    if (id !== call.access.memberId) throw notFound()
    const { asked, after } = continueList('$everything', pairs, call)
    const { types, conditions, count } = readEverything(asked)
    const readable = memberTypes.flatMap((type) => {
      const may = listAllowed(call.access, type, 's')
      return may === null || (types !== null && !types.includes(type)) ? [] : [{ type, may }]
    })
    if (readable.length === 0) throw forbidden()
    const wanted: Wanted = {
      table: 'fhir_resource',
      whose: membersOwn(call.access),
      conditions: [buildAnyAllowedCondition(readable), ...conditions],
      order: 'type',
      after,
      limit: count + 1,
      isTotaled: false,
    }
    const found = { count, includes: ['*'], withProvenance: false, isCounted: false }
    const listed = await database.snapshot((tx) => list(tx, { type: '$everything', asked, wanted, found }, call, types))
    await recordAppRead(database, { about: 'everything', count: listed.count }, call)
    return listed.text
  }

  async function list(
    reader: Reader,
    asked: {
      readonly type: string
      readonly asked: Pairs
      readonly wanted: Wanted
      readonly found: Pick<Search, 'count' | 'includes' | 'withProvenance' | 'isCounted'>
    },
    call: Call,
    onlyTypes: readonly string[] | null = null,
  ): Promise<{ readonly text: string; readonly count: number }> {
    const { type, wanted, found } = asked
    const isAlone = found.includes.length === 0 && !found.withProvenance
    const { rows, total, beside } = isAlone
      ? { ...(await readListed(reader, wanted)), beside: [] }
      : await readWithBeside(reader, asked, call, onlyTypes)
    const shown = rows.slice(0, found.count)
    const last = rows.length > found.count ? shown.at(-1) : undefined
    const entries: Entry[] = shown.map((row) => toEntry(row, 'match', call))
    const text = bundle([...entries, ...beside], { type, asked: asked.asked, last, total }, call)
    return { text, count: countRead(rows, wanted) }
  }

  async function readWithBeside(
    reader: Reader,
    {
      wanted,
      found,
    }: { readonly wanted: Wanted; readonly found: Pick<Search, 'count' | 'includes' | 'withProvenance'> },
    call: Call,
    onlyTypes: readonly string[] | null,
  ) {
    const page = await readPage(reader, wanted)
    return { ...page, beside: await listBeside(reader, page.rows.slice(0, found.count), found, call, onlyTypes) }
  }

  /** What comes along with a page: what its resources refer to, and where they came from. */
  async function listBeside(
    reader: Reader,
    shown: readonly Row[],
    found: Pick<Search, 'includes' | 'withProvenance'>,
    call: Call,
    onlyTypes: readonly string[] | null,
  ): Promise<readonly Entry[]> {
    const targets = listTargets(shown, found.includes).filter((target) => {
      const of = target.slice(0, target.indexOf('/'))
      // Includes bring nothing outside of the scopes; of types that are narrowed, what is not sought for stays out.
      return listAllowed(call.access, of, 'r') === 'all' && (onlyTypes === null || onlyTypes.includes(of))
    })
    const own = new Set(shown.map((row) => `${row.type}/${row.id}`))
    const included = await readTargets(
      reader,
      call.access,
      targets.filter((target) => !own.has(target)),
    )
    const entries: Entry[] = included.map((row) => toEntry(row, 'include', call))
    if (found.withProvenance) {
      requireAllowed(call, 'Provenance', 's')
      const came = await readAbout(reader, call.access, shown, buildAboutSeen(call))
      for (const row of [...shown, ...came]) entries.push({ ...toProvenance(row, call), mode: 'include' })
    }
    return entries
  }

  function toEntry({ type, id, body }: Listed, mode: Entry['mode'], { base }: Call): Entry {
    return { address: `${base}/${type}/${id}`, body, mode }
  }

  function bundle(
    entries: readonly Entry[],
    page: {
      readonly type: string
      readonly asked: Pairs
      readonly last: Place | undefined
      readonly total: number | null
    },
    { access, base, now }: Call,
  ): string {
    const { type, asked, last, total } = page
    const path = type === '$everything' ? `Patient/${access.memberId}/$everything` : type
    const more = last && links.write(access, type, { pairs: asked, place: { at: last.at, id: last.id } })
    return searchset(
      entries,
      [
        { relation: 'self', url: buildSelf(`${base}/${path}`, asked) },
        ...(more === undefined ? [] : [{ relation: 'next' as const, url: `${base}/${path}?_page=${more}` }]),
      ],
      { total, now },
    )
  }

  /** What was asked, and where it goes on, if it does. */
  function continueList(
    type: string,
    pairs: Pairs,
    { access }: Call,
  ): { readonly asked: Pairs; readonly after: Place | null } {
    const [page, ...more] = pairs.filter(([name]) => name === '_page')
    if (page === undefined) return { asked: pairs, after: null }
    if (more.length > 0 || pairs.length > 1) throw badParameter('_page', 'stands alone')
    const next = links.read(access, type, page[1])
    return { asked: next.pairs, after: next.place }
  }

  async function readConsent(id: string, call: Call): Promise<One> {
    requireAllowed(call, 'Consent', 'r')
    const choice = await readOwnChoice(call)
    const found = choice && buildConsents(choice, call.access.memberId, call.plan).find((one) => one.id === id)
    if (!choice || !found) throw notFound()
    return { version: 1, updated: choice.chosenAt, body: found.body }
  }

  async function readOwnChoice(call: Call) {
    const choice = await readChoice(db, call.access)
    await recordAppRead(database, { about: 'Consent', count: choice === undefined ? 0 : 1 }, call)
    return choice
  }

  /** What the member has chosen about sharing (OS-42); nothing until they have. */
  async function searchConsents(asked: Pairs, call: Call): Promise<string> {
    requireAllowed(call, 'Consent', 's')
    const { memberId } = call.access
    const own = [memberId, `Patient/${memberId}`, `${call.base}/Patient/${memberId}`]
    let isOwn = true
    for (const [name, text] of asked) {
      if (name === 'patient') isOwn &&= toValues(name, text).some((value) => own.includes(value))
      else if (name === 'status') isOwn &&= toValues(name, text).includes('active')
      else if (name === '_count') countRows(text)
      else throw badParameter(name, 'is no parameter of this type')
    }
    const choice = await readOwnChoice(call)
    const consents = choice === undefined || !isOwn ? [] : buildConsents(choice, memberId, call.plan)
    const entries = consents.map(({ id, body }) => ({
      ...{ address: `${call.base}/Consent/${id}`, body, mode: 'match' as const },
    }))
    return bundle(entries, { type: 'Consent', asked, last: undefined, total: entries.length }, call)
  }

  async function readProvenance(id: string, call: Call): Promise<One> {
    requireAllowed(call, 'Provenance', 'r')
    if (isUuid(id)) {
      const found = await readOne(database, { type: 'Provenance', id, condition: buildAboutSeen(call) }, call.access)
      return readWhole(found, 'Provenance', call)
    }
    const [, type = '', target = ''] = /^([A-Z]\w+)\.([0-9a-f-]{36})$/.exec(id) ?? []
    if (findFhirType(type)?.audience !== 'member' || listAllowed(call.access, type, 'r') === null) throw notFound()
    const { rows } = await provenanceRows(call, [buildIdCondition(target), buildTypeCondition(type)], null, 2)
    const [row] = rows
    if (row === undefined) throw notFound()
    return { version: row.version, updated: row.updated, body: buildProvenance(row, call.plan) }
  }

  async function searchProvenance(asked: Pairs, after: Place | null, call: Call): Promise<string> {
    requireAllowed(call, 'Provenance', 's')
    const { conditions, count } = readProvenanceSearch(asked, call)
    const { rows } = await provenanceRows(call, conditions, after, count + 1)
    const shown = rows.slice(0, count)
    const entries = shown.map((row) => ({ ...toProvenance(row, call), mode: 'match' as const }))
    const last = rows.length > count ? shown.at(-1) : undefined
    return bundle(entries, { type: 'Provenance', asked, last, total: null }, call)
  }

  /** The rows of resources, of each of which one is built, and those that came. */
  async function provenanceRows(call: Call, conditions: readonly Condition[], after: Place | null, limit: number) {
    const scope = buildProvenanceCondition(call)
    const page = await readPage(db, {
      ...{ table: 'fhir_resource', whose: membersOwn(call.access), conditions: [scope, ...conditions] },
      ...{ order: { by: 'updated', descending: true }, after, limit, isTotaled: false },
    })
    await recordAppRead(database, { about: 'Provenance', count: countRead(page.rows, { limit }) }, call)
    return page
  }

  async function searchEvents(asked: Pairs, after: Place | null, call: Call): Promise<string> {
    requireAllowed(call, 'AuditEvent', 's')
    const patientId = call.access.memberId
    const conditions: Condition[] = []
    let count = 20
    for (const [name, text] of asked) {
      if (name === '_count') count = countRows(text)
      else if (name === 'date') conditions.push(buildAtCondition(name, text))
      else if (name === 'patient') {
        conditions.push(patientCondition(toValues(name, text), call.base, patientId))
      } else throw badParameter(name, 'is no parameter of this type')
    }
    const events = await readEvents(db, { conditions, after, limit: count + 1 }, call.access)
    await recordAppRead(database, { about: 'AuditEvent', count: countRead(events, { limit: count + 1 }) }, call)
    const shown = events.slice(0, count)
    const entries = shown.map((event) => ({
      address: `${call.base}/AuditEvent/${event.id}`,
      body: buildAuditEvent(event, patientId, call.plan),
      mode: 'match' as const,
    }))
    const last = events.length > count ? shown.at(-1) : undefined
    const place = last && { at: last.at.toISOString(), id: last.id }
    return bundle(entries, { type: 'AuditEvent', asked, last: place, total: null }, call)
  }
}

export type MemberApi = ReturnType<typeof createMemberApi>

function findServedType(type: string): FhirType {
  const known = findFhirType(type)
  if (known === undefined) throw new FhirError(404, 'not-supported', 'This type is not served.')
  return known
}

const forbidden = () => new FhirError(403, 'forbidden', 'The token’s scopes do not allow this.')

function requireAllowed({ access }: { readonly access: AppAccess }, type: string, verb: 'r' | 's'): Allowed {
  const may = listAllowed(access, type, verb)
  if (may === null) throw forbidden()
  return may
}

/** How many of the rows that were read are shown: the last one only tells that there are more. */
function countRead(rows: readonly unknown[], { limit }: Pick<Wanted, 'limit'>): number {
  return Math.min(rows.length, Math.max(limit - 1, 1))
}

/** What a scope allows alone; null: nothing is left out. */
function narrow(may: Allowed): Condition | null {
  return may === 'all' ? null : buildAllowedCondition(may)
}

/** Throws 404 for what there is not, and 410 for what was withdrawn. */
function whole(found: Version | undefined): One {
  if (found === undefined) throw notFound()
  if (found.body === null) throw new FhirError(410, 'deleted', 'This resource was withdrawn.')
  return { ...found, body: found.body }
}

/** What some rows refer to by some parameters. */
function listTargets(rows: readonly Row[], includes: readonly string[]): string[] {
  const isAsked = (name: string, target: string) =>
    includes.includes('*') ||
    includes.includes(name) ||
    includes.includes(`${name}=${target.slice(0, target.indexOf('/'))}`)
  const found = rows.flatMap(({ refs }) =>
    refs.flatMap((ref) => {
      const at = ref.indexOf('=')
      const [name, target] = [ref.slice(0, at), ref.slice(at + 1)]
      return isAsked(name, target) && isUuid(target.slice(target.indexOf('/') + 1)) ? target : []
    }),
  )
  return [...new Set(found)]
}

function readEverything(pairs: Pairs) {
  let [types, count]: [string[] | null, number] = [null, 20]
  const conditions: Condition[] = []
  for (const [name, text] of pairs) {
    if (name === '_count') count = Math.max(1, countRows(text))
    else if (name === '_type') {
      types = toValues(name, text)
      if (types.some((type) => findFhirType(type) === undefined))
        throw badParameter(name, 'names a type that is not served')
    } else if (name === '_since') conditions.push(buildUpdatedCondition(`ge${text}`))
    else throw badParameter(name, 'is no parameter of this operation')
  }
  return { types, count, conditions }
}

/** The address that was asked, as it was understood. */
function buildSelf(address: string, pairs: Pairs): string {
  const query = new URLSearchParams(pairs.map(([name, value]) => [name, value]))
  return pairs.length === 0 ? address : `${address}?${query}`
}

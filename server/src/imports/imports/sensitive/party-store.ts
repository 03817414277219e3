import { sql } from 'kysely'
import { computeFhirId } from '../../../apis/fhir/shelf/place.ts'
import { everyParty } from '../../../apis/fhir/shelf/row.ts'
import type { Tx } from '../../../platform/db/database.ts'
import { listNamed } from '../naming-store.ts'
import { judge } from './judge.ts'
import { findMarks, type Marks, partyTypes } from './marks.ts'
import { dropAwaited, findPartiesByNpi, listAwaited, listNpis } from './npi-store.ts'

interface Party {
  readonly type: string
  readonly id: string
  readonly body: string
}

/**
 * The parties among some, as `Type/id` on the shelf, that people see for sensitive care (MP-14): by their own data, by the practitioner and
 * the organization of a role, by the roles of a practitioner.
 */
export async function findSensitiveParties(
  tx: Tx,
  brand: string,
  asked: readonly string[],
): Promise<ReadonlySet<string>> {
  const wanted = [...new Set(asked)]
  if (wanted.length === 0) return new Set()
  const [own, roles] = [await readParties(tx, brand, wanted), await readRoles(tx, brand, wanted)]
  const further = own.flatMap(listOfRole)
  const others = await readParties(tx, brand, further)
  const all = [...own, ...others, ...roles]
  const keys = await listSensitive(tx, brand, all)
  const byId = new Map(own.map((party) => [toKey(party), party]))
  const ofRoles = new Set(roles.filter((role) => keys.has(toKey(role))).flatMap(listOfRole))
  return new Set(
    wanted.filter((key) => {
      const party = byId.get(key)
      return (
        keys.has(key) || ofRoles.has(key) || (party !== undefined && listOfRole(party).some((one) => keys.has(one)))
      )
    }),
  )
}

/** The parties whose own data says so. */
async function listSensitive(tx: Tx, brand: string, parties: readonly Party[]): Promise<ReadonlySet<string>> {
  const asked = parties.flatMap((party) => listCare(JSON.parse(party.body)).map((marks) => ({ party, marks })))
  const judged = await judge(
    tx,
    brand,
    asked.map(({ marks }) => marks),
  )
  const [yes, no] = [true, false].map(
    (answer) => new Set(asked.flatMap(({ party }, index) => (judged[index] === answer ? toKey(party) : []))),
  )
  // A hospital gives other care beside that of its psychiatric unit.
  const isOfMuch = (key: string) => /^(Organization|Location)\//.test(key) && no?.has(key)
  return new Set([...(yes ?? [])].filter((key) => !isOfMuch(key)))
}

/** Marks for each thing that a party does, and for a label on the whole party. */
function listCare(resource: unknown): Marks[] {
  const { qualification, specialty, type, code, meta, name } = resource as Readonly<Record<string, unknown>>
  const concepts = [qualification, specialty, type, code].flatMap((some) => [some ?? []].flat())
  // People also see its name.
  const named = findMarks({ provider: { display: name } })
  const all = [...concepts.map((one) => findMarks({ qualification: one })), findMarks({ meta }), named]
  return all.filter(({ labeled, codes }) => labeled || codes.length > 0)
}

const toKey = ({ type, id }: Pick<Party, 'type' | 'id'>) => `${type}/${id}`

/** The practitioner and the organization of a role. */
function listOfRole({ type, body }: Party): string[] {
  if (type !== 'PractitionerRole') return []
  const { practitioner, organization } = JSON.parse(body) as Readonly<Record<string, { readonly reference?: string }>>
  return [practitioner, organization].flatMap((one) => one?.reference ?? [])
}

/** Reads the parties and drugs among some, as `Type/id`, that are on the shelf. */
export async function readParties(tx: Tx, brand: string, keys: readonly string[]): Promise<readonly Party[]> {
  if (keys.length === 0) return []
  const pairs = keys.map((key) => key.split('/'))
  const { rows } = await sql<Party>`
    select type, id, body from fhir_party
    where brand in (${brand}, ${everyParty}) and body is not null and (type, id) in (
      select * from unnest(${pairs.map(([type]) => type)}::text[], ${pairs.map(([, id]) => id)}::uuid[]))`.execute(tx)
  return rows
}

async function readRoles(tx: Tx, brand: string, keys: readonly string[]): Promise<readonly Party[]> {
  const people = keys.filter((key) => key.startsWith('Practitioner/'))
  if (people.length === 0) return []
  const { rows } = await sql<Party>`
    select type, id, body from fhir_party
    where brand in (${brand}, ${everyParty}) and type = 'PractitionerRole' and body is not null
      and refs && ${people.map((key) => `practitioner=${key}`)}::text[]`.execute(tx)
  return rows.map((row) => ({ ...row, body: withPractitionerAlone(row.body) }))
}

/** What practitioners do in a role describes them, not their organization. */
function withPractitionerAlone(body: string): string {
  const { organization: _, ...role } = JSON.parse(body) as Readonly<Record<string, unknown>>
  return JSON.stringify(role)
}

interface IncomingParty {
  readonly text: string
  readonly incoming: {
    readonly read: {
      readonly type: string
      readonly resourceId: string
      readonly npi: string | null
      readonly standsFor: readonly string[] | null
    }
  }
}

/**
 * Parties of a file, by their ids on the shelf, that are newly known to give sensitive care and that somebody's record names, or may name:
 * stored records become sensitive through them.
 */
export async function listNewsOfCare(tx: Tx, brand: string, incoming: readonly IncomingParty[]): Promise<string[]> {
  const all = incoming.map(({ text, incoming: { read } }) => ({
    ...{ type: read.type, id: computeFhirId(brand, read.type, read.resourceId), body: text, read },
  }))
  const said = await listSensitive(tx, brand, all)
  const giving = all.filter((one) => said.has(toKey(one)))
  if (giving.length === 0) return []
  const before = await readParties(tx, brand, giving.map(toKey))
  const known = await listSensitive(tx, brand, before)
  const news = giving.filter((one) => !known.has(toKey(one)))
  if (news.length === 0) return []
  // For a party that was stored without it, there is no note of who names it.
  const isChanged = news.some((one) => before.some((other) => toKey(other) === toKey(one)))
  const ids = news.flatMap(({ read }) => [read.resourceId, ...(read.standsFor ?? [])])
  if (!isChanged && !(await isAnyNamed(tx, ids, news.map(toKey)))) return []
  const behind = news.flatMap(({ read }) =>
    (read.standsFor ?? []).flatMap((id) => partyTypes.map((type) => computeFhirId(brand, type, id))),
  )
  return [...new Set([...news.map(({ id }) => id), ...behind, ...(await listRoles(tx, brand, news.map(toKey)))])]
}

/**
 * NPIs of a file's stored parties that are newly known for sensitive care, by the parties themselves or by their roles, whichever came
 * first, and that records wait for.
 */
export async function takeNewsOfNpis(tx: Tx, brand: string, incoming: readonly IncomingParty[]): Promise<string[]> {
  const reads = incoming.map(({ incoming: { read } }) => read)
  const behind = await listNpis(tx, brand, [...new Set(reads.flatMap(({ standsFor }) => standsFor ?? []))])
  const awaited = await listAwaited(tx, brand, [...reads.flatMap(({ npi }) => npi ?? []), ...behind])
  const parties = await findPartiesByNpi(tx, brand, awaited)
  const sensitive = await findSensitiveParties(tx, brand, [...parties.values()].flat())
  const news = awaited.filter((npi) => parties.get(npi)?.some((key) => sensitive.has(key)))
  await dropAwaited(tx, brand, news)
  return news
}

/** The ids of the roles of some practitioners and organizations: a record may name these instead. */
async function listRoles(tx: Tx, brand: string, keys: readonly string[]): Promise<string[]> {
  const refs = keys.flatMap((key) => [`practitioner=${key}`, `organization=${key}`])
  const { rows } = await sql<{ id: string }>`select id from fhir_party
    where brand in (${brand}, ${everyParty}) and type = 'PractitionerRole' and refs && ${refs}::text[]`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Whether any record names one of some parties, or waits for it; by their ids in files and on the shelf. */
async function isAnyNamed(tx: Tx, ids: readonly string[], keys: readonly string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from fhir_waiting where target = any(${[...keys]}::text[]) limit 1`.execute(tx)
  return rows.length > 0 || (await listNamed(tx, ids)).length > 0
}

export function isParty(type: string): boolean {
  return partyTypes.some((one) => one === type)
}

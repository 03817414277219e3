import { healthTypes } from '@portico/rules/health/entry'
import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'
import type { ClaimScope } from '../claims/people.ts'

/** The most entries of a type shown for a person, and the largest body that is read. */
const maxOfType = 100
const maxBytes = 200_000

export interface ShelvedRow {
  readonly memberId: string
  readonly type: string
  readonly id: string
  readonly updated: Date
  readonly sensitive: boolean
  /** The earlier plan that sent it (OS-55); null: it is this plan's own. */
  readonly planName: string | null
  /** Null: too large to show. */
  readonly body: string | null
  /** How many of the type the person has. */
  readonly all: number
}

/** The newest clinical resources of a scope's people, limited per type; sensitive ones only for the person who may see them. */
export async function listClinical(db: Reader, { people, sensitiveOf }: ClaimScope): Promise<ShelvedRow[]> {
  const { rows } = await sql<ShelvedRow>`
    select member_id as "memberId", type, id, updated, sensitive, p.name as "planName",
      case when octet_length(body) <= ${maxBytes} then body end as body, "all"
    from (select member_id, type, id, updated, sensitive, body, starts, earlier_peer,
        count(*) over (partition by member_id, type, earlier_peer is null)::int as "all",
        row_number() over (partition by member_id, type, earlier_peer is null order by starts desc nulls last, id) as place
      from fhir_resource where member_id = any(${people.map(({ memberId }) => memberId)}::uuid[])
        and type = any(${[...healthTypes]}::text[]) and body is not null
        and (not sensitive or member_id = ${sensitiveOf}::uuid)) found
      left join payer_peer p on p.peer_id = found.earlier_peer
    where place <= ${maxOfType} order by starts desc nulls last, id`.execute(db)
  return rows
}

/** The names of the people who recorded entries, by reference, from the brand's shelf. */
export async function findRecorders(db: Reader, brand: string, references: readonly string[]) {
  const ids = references.flatMap((one) => /^(?:Practitioner|Organization)\/([0-9a-f-]{36})$/.exec(one)?.[1] ?? [])
  if (ids.length === 0) return new Map<string, string>()
  const { rows } = await sql<{ type: string; id: string; body: string }>`
    select type, id, body from fhir_party where type in ('Practitioner', 'Organization') and id = any(${ids}::uuid[])
      and brand in (${brand}, '*') and body is not null and octet_length(body) <= ${maxBytes} order by brand = ${brand}`.execute(
    db,
  )
  return new Map(
    rows.flatMap(({ type, id, body }) => {
      const name = readName(JSON.parse(body))
      return name === null ? [] : [[`${type}/${id}`, name] as const]
    }),
  )
}

/** An organization's name, or a person's: their text, or else its parts. */
function readName({ name }: { readonly name?: unknown }): string | null {
  if (typeof name === 'string') return name
  const [first] = Array.isArray(name) ? (name as { text?: string; given?: string[]; family?: string }[]) : []
  return first?.text ?? ([...(first?.given ?? []), first?.family].filter(Boolean).join(' ') || null)
}

/** A member's vaccines, newest first: their search tokens and days. */
export async function listVaccines(db: Reader, memberId: string): Promise<{ tokens: string[]; day: string }[]> {
  const { rows } = await sql<{ tokens: string[]; day: string }>`
    select tokens, (starts at time zone 'UTC')::date::text as day from fhir_resource
    where member_id = ${memberId} and type = 'Immunization' and body is not null and starts is not null
      and 'status:completed' = any(tokens) and earlier_peer is null
    order by starts desc, id limit 500`.execute(db)
  return rows
}

/** The same with their content, for display; sensitive ones only if `sensitiveOf` is the member. */
export async function listVaccineEntries(
  db: Reader,
  memberId: string,
  sensitiveOf: string | null,
): Promise<{ tokens: string[]; body: string }[]> {
  const { rows } = await sql<{ tokens: string[]; body: string }>`
    select tokens, body from fhir_resource
    where member_id = ${memberId} and type = 'Immunization' and octet_length(body) <= ${maxBytes}
      and 'status:completed' = any(tokens) and earlier_peer is null
      and (not sensitive or member_id = ${sensitiveOf}::uuid)
    order by starts desc nulls last, id limit ${maxOfType}`.execute(db)
  return rows
}

/** When the plan last sent a vaccine of a member; undefined: it has sent none. */
export async function findLastVaccine(db: Reader, memberId: string): Promise<Date | undefined> {
  const row = await db
    .selectFrom('fhir_resource')
    .select(({ fn }) => fn.max('updated').as('at'))
    .where('member_id', '=', memberId)
    .where('type', '=', 'Immunization')
    .where('earlier_peer', 'is', null)
    .executeTakeFirst()
  return row?.at ?? undefined
}

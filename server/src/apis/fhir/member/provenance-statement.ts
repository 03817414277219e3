import { fhirTypes } from '@portico/contract/fhir/types'
import { sql } from 'kysely'
import type { AppAccess } from '../access.ts'
import { badParameter } from '../outcome.ts'
import { buildProvenance, toProvenanceId } from './provenance.ts'
import { listAllowed } from './scopes.ts'
import {
  buildAllowedCondition,
  buildUpdatedCondition,
  type Condition,
  countRows,
  type Pairs,
  patientCondition,
} from './search-statement.ts'
import type { Row } from './store.ts'
import { buildCondition, referenceCondition, toReference, toValues } from './values-statement.ts'

interface Asked {
  readonly access: AppAccess
  readonly base: string
  readonly plan: string
}

export const memberTypes = Object.entries(fhirTypes).flatMap(([name, { audience }]) =>
  audience === 'member' ? name : [],
)

/** Narrows to resources that a token may read. */
function buildReadableCondition({ access }: Pick<Asked, 'access'>): Condition {
  const scopes = memberTypes.flatMap((type) => {
    const may = listAllowed(access, type, 'r')
    return may === null ? [] : [sql`(type = ${type} and ${buildAllowedCondition(may)})`]
  })
  return scopes.length === 0 ? sql`false` : sql`(${sql.join(scopes, sql` or `)})`
}

/** Narrows received Provenance to resources that the token may read, because it reveals all of them (OS-5). */
export function buildAboutSeen(asked: Pick<Asked, 'access'>): Condition {
  const isPublic = asked.access.includesSensitive ? sql`true` : sql`not about.sensitive`
  return sql`coalesce((
    select bool_and(about.body is not null and ${isPublic} and ${buildReadableCondition(asked)})
    from unnest(found.refs) ref join fhir_resource about on about.member_id = found.member_id
      and about.type = split_part(substr(ref, length('target=') + 1), '/', 1) and about.id = split_part(ref, '/', 2)::uuid), false)`
}

/** A row's Provenance: built from the resource, or received. */
export function toProvenance(row: Row, { base, plan }: Asked): { readonly address: string; readonly body: string } {
  const came = row.type === 'Provenance'
  return {
    address: `${base}/Provenance/${came ? row.id : toProvenanceId(row)}`,
    body: came ? row.body : buildProvenance(row, plan),
  }
}

/** Parses a search for Provenance. Throws FhirError for unknown parameters. */
export function readProvenanceSearch(
  pairs: Pairs,
  { access, base }: Pick<Asked, 'access' | 'base'>,
): { readonly conditions: readonly Condition[]; readonly count: number } {
  const conditions: Condition[] = []
  let count = 20
  for (const [name, text] of pairs) {
    if (name === '_count') count = countRows(text)
    else if (name === '_lastUpdated') conditions.push(buildUpdatedCondition(text))
    else if (name === 'recorded') {
      const said = buildCondition({ kind: 'date' }, { name, modifier: null, text, base })
      conditions.push(sql`case when type = 'Provenance' then ${said} else ${buildUpdatedCondition(text)} end`)
    } else if (name === 'patient') conditions.push(patientCondition(toValues(name, text), base, access.memberId))
    else if (name === 'target') {
      const targets = toValues(name, text).map((value) => toReference(name, value, base))
      conditions.push(sql`case when type = 'Provenance' then ${referenceCondition(name, targets)}
        else id::text = any(${targets}::text[]) or type || '/' || id = any(${targets}::text[]) end`)
    } else throw badParameter(name, 'is no parameter of this type')
  }
  return { conditions, count }
}

/** Narrows to resources, each of which yields a built Provenance, and to received Provenance. */
export function buildProvenanceCondition(asked: Pick<Asked, 'access'>): Condition {
  return sql`(${buildReadableCondition(asked)} or (type = 'Provenance' and ${buildAboutSeen(asked)}))`
}

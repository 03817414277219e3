import { findFhirType } from '@portico/contract/fhir/types'
import { badParameter, notFound } from '../outcome.ts'
import { type ApiParts, type Call, forbidden } from './asked.ts'
import { continueList } from './list-page.ts'
import { listPage } from './listing.ts'
import { memberTypes } from './provenance-statement.ts'
import { listAllowed } from './scopes.ts'
import {
  buildAnyAllowedCondition,
  buildUpdatedCondition,
  type Condition,
  countRows,
  type Pairs,
} from './search-statement.ts'
import { membersOwn, recordAppRead, type Wanted } from './store.ts'
import { toValues } from './values-statement.ts'

/** Everything about the patient, type by type (OS-1), with those who gave the care. */
export async function listEverything(
  { database, links }: ApiParts,
  id: string,
  pairs: Pairs,
  call: Call,
): Promise<string> {
  if (id !== call.access.memberId) throw notFound()
  const { asked, after } = continueList(links, '$everything', pairs, call)
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
  const listed = await database.snapshot((tx) =>
    listPage(links, tx, { type: '$everything', asked, wanted, found }, call, types),
  )
  await recordAppRead(database, { about: 'everything', count: listed.count }, call)
  return listed.text
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

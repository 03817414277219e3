import { randomUUID } from 'node:crypto'
import type { JsonObject } from '@portico/rules/fhir/json'
import type { AuthorizationKeeper } from '../../apis/prior-authorization/settle.ts'
import { easternDay } from '../../platform/day.ts'
import { contentHash } from '../../platform/versions/content.ts'
import { findAuthorizationOwner, findSameAuthorizations } from './authorization-store.ts'
import { type ReadResource, readResource } from './fhir/read-resource.ts'
import { Refused, Skipped } from './refused.ts'
import { storeRecords } from './resources.ts'
import { noteJudged } from './sensitive/due-store.ts'
import { judge } from './sensitive/judge.ts'
import { findMarks } from './sensitive/marks.ts'

type ReadRecordOf = Extract<ReadResource, { type: 'record' }>

/** Stores decisions of the plan's utilization system like prior authorizations in the plan's files (OS-56). */
export const authorizationKeeper: AuthorizationKeeper = {
  canKeep: (resource, now) => read(resource, now) !== null,
  isSensitive: async (tx, brand, message) => {
    const [sensitive = true] = await judge(tx, brand, [findMarks(message)])
    return sensitive
  },
  keep: async (tx, { brand, memberId, resource, now }) => {
    const given = read(resource, now)
    if (given === null) return null
    // The plan's CSV file may have named it before.
    const number = given.incoming.read.number
    const [same] = number === null ? [] : await findSameAuthorizations(tx, [{ memberId, number }], 'csv-authorization-')
    const isOpened = String(resource.id).startsWith('submitted-')
    const named = same === undefined || isOpened ? resource : { ...resource, id: same.resourceId }
    const one = read(named, now)
    if (one === null) return null
    const { resourceId, told } = one.incoming.read
    const owner = await findAuthorizationOwner(tx, brand, resourceId)
    // Otherwise an answer could take a record away from someone else.
    if (owner !== null && owner !== memberId) return null
    await noteJudged(tx, brand)
    const run = { brand, runId: randomUUID(), now, assignNumbers: false, warn: () => undefined }
    const [outcome] = await storeRecords(tx, [{ memberId, ...one, text: JSON.stringify(named) }], run)
    return outcome instanceof Refused ? null : { resourceId, told }
  },
}

/** Null if it is not a prior authorization, or unreadable. */
function read(resource: JsonObject, now: Date) {
  try {
    const text = JSON.stringify(resource)
    const found = readResource('ExplanationOfBenefit', text, contentHash(text), easternDay(now))
    return isAuthorization(found) ? found : null
  } catch (error) {
    if (error instanceof Refused || error instanceof Skipped) return null
    throw error
  }
}

type ReadAuthorizationOf = ReadRecordOf & {
  readonly incoming: { readonly read: Extract<ReadRecordOf['incoming']['read'], { type: 'prior_authorization' }> }
}

function isAuthorization(found: ReadResource): found is ReadAuthorizationOf {
  return found.type === 'record' && found.incoming.read.type === 'prior_authorization'
}

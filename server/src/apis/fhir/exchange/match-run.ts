import { isObject, type JsonObject } from '@portico/rules/fhir/json'
import { audit } from '../../../platform/audit/store.ts'
import { runIn, type Tx } from '../../../platform/db/database.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { SystemAccess } from '../access.ts'
import { toActor } from './actor.ts'
import { addMembers, insertMatchedGroup } from './group-store.ts'
import { judgeMember, reserveTry, succeedTry } from './match.ts'
import type { MemberBundle } from './member-bundle.ts'
import { openChunk, sealChunk, sealLines } from './sealed-chunk.ts'
import {
  askedFile,
  dropAsked,
  findChunk,
  insertChunks,
  keptMs,
  moveWork,
  type NewChunk,
  type Work,
} from './work-store.ts'

const membersAtOnce = 50

type Result = 'match' | 'nomatch' | 'consentconstraint'
interface Judged {
  readonly result: Result
  readonly memberId: string | null
}

const nameJudged = (workId: string) => `${workId} match`
const nameAsked = (workId: string, chunk: number) => `${workId} asked ${chunk}`

/** The search data of a bulk match, sealed with the work's own key in parts, of which each step opens one. */
export function sealAsked(key: Buffer, workId: string, bundles: readonly MemberBundle[]): NewChunk[] {
  return Array.from({ length: Math.ceil(bundles.length / membersAtOnce) }, (_, chunk) => {
    const part = bundles.slice(chunk * membersAtOnce, (chunk + 1) * membersAtOnce)
    const content = sealChunk(key, Buffer.from(JSON.stringify(part)), nameAsked(workId, chunk))
    return { work_id: workId, file: askedFile, chunk, type: 'Parameters', lines: part.length, content }
  })
}

async function openAsked(tx: Tx, key: Buffer, workId: string, chunk: number): Promise<MemberBundle[]> {
  const found = await findChunk(tx, workId, askedFile, chunk)
  return found === undefined ? [] : JSON.parse(openChunk(key, found.content, nameAsked(workId, chunk)).toString())
}

/** Matches a batch of members (OS-51, OS-52); at the end, the Groups become the work's only file. */
export async function matchSome(
  tx: Tx,
  work: Work,
  parts: { readonly key: Buffer; readonly access: SystemAccess; readonly limits: Limits; readonly now: Date },
): Promise<void> {
  const { key, access, limits, now } = parts
  const { work_id: workId, sealed: before } = work
  const { members } = work.progress
  const judged: Judged[] = before === null ? [] : JSON.parse(openChunk(key, before, nameJudged(workId)).toString())
  const groupId = work.group_id ?? (await insertMatchedGroup(tx, access, now))
  const asking = { access, now }
  for (const bundle of await openAsked(tx, key, workId, judged.length / membersAtOnce)) {
    const isOpen = await reserveTry(limits, runIn(tx), bundle, asking)
    const outcome = isOpen ? await judgeMember(tx, bundle, asking) : ({ kind: 'locked' } as const)
    if (outcome.kind === 'match') {
      await succeedTry(limits, tx, bundle, asking)
      await addMembers(tx, groupId, [outcome.matched])
      const event = { action: 'exchange.match', memberId: outcome.member.member_id }
      const record = { recordType: 'exchange', recordId: work.work_id }
      await audit(tx, toActor(access), { ...event, ...record }, { origin: { address: '', requestId: '' }, now })
    }
    judged.push({
      result:
        outcome.kind === 'match'
          ? 'match'
          : outcome.kind === 'no-consent' && access.organization.kind === 'payer'
            ? 'consentconstraint'
            : 'nomatch',
      memberId: outcome.kind === 'match' ? outcome.member.member_id : null,
    })
  }
  const progress = { ...work.progress, walked: judged.length }
  const ends_at = new Date(now.getTime() + keptMs)
  if (judged.length < members) {
    const sealed = sealChunk(key, Buffer.from(JSON.stringify(judged)), nameJudged(workId))
    return moveWork(tx, workId, progress, { changed_at: now, ends_at, sealed, group_id: groupId })
  }
  const bundles: MemberBundle[] = []
  for (let chunk = 0; bundles.length < members; chunk += 1) bundles.push(...(await openAsked(tx, key, workId, chunk)))
  const answer = buildGroups(bundles, judged, { groupId, access, now })
  const content = await sealLines(key, [{ memberId: '', text: JSON.stringify(answer) }], {
    workId: work.work_id,
    file: 0,
    chunk: 0,
  })
  await insertChunks(tx, [{ work_id: work.work_id, file: 0, chunk: 0, type: 'Parameters', lines: 1, content }])
  await dropAsked(tx, workId)
  await moveWork(tx, work.work_id, progress, { changed_at: now, state: 'done', sealed: null, ends_at })
}

const system = 'http://hl7.org/fhir/us/davinci-pdex/CodeSystem/PdexMultiMemberMatchResultCS'
const extension = 'http://hl7.org/fhir/us/davinci-pdex/StructureDefinition/base-ext-match-parameters'
const groups = [
  ['MatchedMembers', 'match', 'Matched'],
  ['NonMatchedMembers', 'nomatch', 'Not Matched'],
  ['ConsentConstrainedMembers', 'consentconstraint', 'Consent Constraint'],
] as const

/** Groups of the matched, the unmatched, and those whose consent does not allow it, each described as in the request. */
function buildGroups(
  bundles: readonly MemberBundle[],
  judged: readonly Judged[],
  { groupId, access, now }: { readonly groupId: string; readonly access: SystemAccess; readonly now: Date },
): object {
  const parameter = groups.map(([name, code, display]) => {
    const some = judged.flatMap(({ result, memberId }, at) => (result === code ? [{ at, memberId }] : []))
    const coding = { coding: [{ system, code, display }] }
    return {
      name,
      resource: {
        resourceType: 'Group',
        ...(code === 'match' && { id: groupId }),
        contained: some.map(({ at }) => describeAsked(bundles[at]?.patient, String(at + 1))),
        ...{ active: true, type: 'person', actual: true, code: coding, quantity: some.length },
        managingEntity: { display: access.brand },
        characteristic: [
          {
            ...{ code: coding, exclude: false, period: { start: now.toISOString().slice(0, 10) } },
            valueReference: { display: access.organization.name },
          },
        ],
        member: some.map(({ at, memberId }) => ({
          entity: {
            extension: [{ url: extension, valueReference: { reference: `#${at + 1}` } }],
            reference: memberId === null ? `#${at + 1}` : `Patient/${memberId}`,
          },
        })),
      },
    }
  })
  return { resourceType: 'Parameters', parameter: parameter.map((one) => dropEmpty(one)) }
}

/** FHIR has no empty lists. */
function dropEmpty<T extends { readonly resource: object }>(one: T): T {
  const kept = Object.entries(one.resource).filter(([, value]) => !(Array.isArray(value) && value.length === 0))
  return { ...one, resource: Object.fromEntries(kept) }
}

/** Only what the requester needs to recognize whom they asked about. */
function describeAsked(patient: JsonObject | undefined, id: string): object {
  const { identifier, name, gender, birthDate } = isObject(patient) ? patient : {}
  return { resourceType: 'Patient', id, identifier, name, gender, birthDate }
}

import { isObject, type JsonObject } from '@portico/rules/fhir/json'
import { audit } from '../../../platform/audit/store.ts'
import { runIn, type Tx } from '../../../platform/db/database.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { SystemAccess } from '../access.ts'
import { toActor } from './actor.ts'
import { addMembers, insertMatchedGroup } from './group-store.ts'
import { judgeMember, reserveTry, succeedTry } from './match.ts'
import { type MemberBundle, readBundles } from './member-bundle.ts'
import { openChunk, sealChunk, sealLines } from './sealed-chunk.ts'
import { insertChunks, keptMs, moveWork, type Work } from './work-store.ts'

const membersAtOnce = 50

type Result = 'match' | 'nomatch' | 'consentconstraint'
interface Judged {
  readonly result: Result
  readonly memberId: string | null
}

/** What is kept while a match is under way: what was asked, and what it came to so far. */
interface Held {
  readonly body: unknown
  readonly judged: readonly Judged[]
}

const namePlace = ({ work_id: workId }: Pick<Work, 'work_id'>) => `${workId} match`

/** What a bulk match is asked with, sealed with the work's own key. */
export function sealAsked(key: Buffer, workId: string, body: unknown): Buffer {
  return sealHeld(key, { work_id: workId }, { body, judged: [] })
}

function sealHeld(key: Buffer, work: Pick<Work, 'work_id'>, held: Held): Buffer {
  return sealChunk(key, Buffer.from(JSON.stringify(held)), namePlace(work))
}

/** Matches some more members (OS-51, OS-52); at the end, the Groups are the work's one file. */
export async function matchSome(
  tx: Tx,
  work: Work,
  parts: { readonly key: Buffer; readonly access: SystemAccess; readonly limits: Limits; readonly now: Date },
): Promise<void> {
  const { key, access, limits, now } = parts
  if (work.sealed === null) throw new Error('A match has what it was asked with.')
  const held: Held = JSON.parse(openChunk(key, work.sealed, namePlace(work)).toString())
  const bundles = readBundles(held.body)
  const groupId = work.group_id ?? (await insertMatchedGroup(tx, access, now))
  const judged = [...held.judged]
  const asking = { access, now }
  for (const bundle of bundles.slice(judged.length, judged.length + membersAtOnce)) {
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
  if (judged.length < bundles.length) {
    const sealed = sealHeld(key, work, { ...held, judged })
    return moveWork(tx, work.work_id, progress, { changed_at: now, sealed, group_id: groupId })
  }
  const answer = buildGroups(bundles, judged, { groupId, access, now })
  const content = sealLines(key, [{ memberId: '', text: JSON.stringify(answer) }], {
    workId: work.work_id,
    file: 0,
    chunk: 0,
  })
  await insertChunks(tx, [{ work_id: work.work_id, file: 0, chunk: 0, type: 'Parameters', lines: 1, content }])
  const ends_at = new Date(now.getTime() + keptMs)
  await moveWork(tx, work.work_id, progress, { changed_at: now, state: 'done', sealed: null, ends_at })
}

const system = 'http://hl7.org/fhir/us/davinci-pdex/CodeSystem/PdexMultiMemberMatchResultCS'
const extension = 'http://hl7.org/fhir/us/davinci-pdex/StructureDefinition/base-ext-match-parameters'
const groups = [
  ['MatchedMembers', 'match', 'Matched'],
  ['NonMatchedMembers', 'nomatch', 'Not Matched'],
  ['ConsentConstrainedMembers', 'consentconstraint', 'Consent Constraint'],
] as const

/** Who was matched, who was not, and whose consent does not allow it, each as it was asked about. */
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

/** As far as whoever asked needs it to know whom they asked about. */
function describeAsked(patient: JsonObject | undefined, id: string): object {
  const { identifier, name, gender, birthDate } = isObject(patient) ? patient : {}
  return { resourceType: 'Patient', id, identifier, name, gender, birthDate }
}

import { isObject, readText, valuesAt } from '@portico/rules/fhir/json'
import { summarize } from '@portico/rules/fhir/summary'
import type { JWK } from 'jose'
import type { ReceivedRecord } from '../../member/sharing/earlier-record-statement.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { type AskedMember, buildMatchRequest } from './describe-member.ts'
import { openPeer, type PeerClient, type PeerLimits, parseResource } from './peer-client.ts'
import { PeerError } from './peer-error.ts'

/** Progress of a request to another plan. */
export interface Asked {
  readonly state: 'due' | 'matching' | 'exporting' | 'done' | 'no-match'
  /** The other plan's status address. */
  readonly place: string | null
  /** The member's id there. */
  readonly patient: string | null
}

/** A resource from the other plan, not yet judged for whether only the patient may see it. */
export type Received = Omit<ReceivedRecord, 'sensitive'> & { readonly resource: unknown }

/** The other plan, and our registration there. */
export interface Peer {
  readonly base: string
  readonly clientId: string
  readonly key: JWK
}

/** More than anyone has; a plan that sends more is refused. */
const maxRecords = 200_000
const atOnce = 200

/**
 * Takes one step of a request to another plan (OS-55): the match, then the export, polling each until it is done. `keep` is called with the
 * received resources, in batches. Throws PeerError.
 */
export async function askStep(
  asked: Asked,
  parts: {
    readonly peer: Peer
    readonly member: AskedMember
    readonly now: Date
    readonly reach: Reach
    readonly keep: (records: readonly Received[]) => Promise<void>
    readonly limits?: PeerLimits
  },
): Promise<Asked> {
  const { peer, member, now, keep, limits } = parts
  const client = await openPeer(peer, parts.reach, limits)
  if (asked.state === 'due') {
    const body = buildMatchRequest(member, now)
    const place = await begin(client, `${peer.base}/Group/$bulk-member-match`, { method: 'POST', body })
    return { state: 'matching', place, patient: null }
  }
  const output = await readOutput(client, asked.place ?? '')
  if (output === null) return asked
  if (asked.state === 'matching') {
    const matched = await readMatched(client, output)
    if (matched === null) return { ...asked, state: 'no-match', place: null }
    const place = await begin(client, `${peer.base}/Group/${matched.group}/$davinci-data-export`)
    return { state: 'exporting', place, patient: matched.patient }
  }
  await receive(client, output, { patient: asked.patient ?? '', keep })
  // The other plan need not keep files that we have received.
  await client.ask(asked.place ?? '', { method: 'DELETE' }).catch(() => undefined)
  return { state: 'done', place: null, patient: asked.patient }
}

/** Starts an asynchronous request; returns its status address. */
async function begin(
  client: PeerClient,
  address: string,
  more: { readonly method?: string; readonly body?: object } = {},
) {
  const { status, headers } = await client.ask(address, more)
  const place = headers.get('content-location')
  if (status !== 202 || place === null) throw new PeerError('refused', `not begun: ${status}`)
  return place
}

/** The files produced; null: still in progress. */
async function readOutput(
  client: PeerClient,
  place: string,
): Promise<readonly { readonly type: string; readonly url: string }[] | null> {
  const { status, body } = await client.ask(place)
  if (status === 202) return null
  if (status !== 200) throw new PeerError('refused', `not made: ${status}`)
  const output = [body?.output ?? []].flat().flatMap((one) => {
    const [type, url] = isObject(one) ? [readText(one.type), readText(one.url)] : []
    return type === undefined || url === undefined ? [] : [{ type, url }]
  })
  if (output.length > 1000) throw new PeerError('too-large', 'it names too many files')
  return output
}

/** The group with the one requested member; null: no match. */
async function readMatched(client: PeerClient, output: readonly { readonly type: string; readonly url: string }[]) {
  for (const { url } of output)
    for await (const line of client.readLines(url)) {
      const answer = parseResource(line)
      const parameters = valuesAt(answer, 'parameter').filter(isObject)
      const group = parameters.find(({ name }) => name === 'MatchedMembers')?.resource
      const [patient, ...others] = valuesAt(group, 'member.entity.reference').flatMap((one) => readText(one) ?? [])
      const id = isObject(group) ? readText(group.id) : undefined
      if (patient === undefined || others.length > 0 || id === undefined || !/^[A-Za-z0-9.-]{1,64}$/.test(id)) continue
      // This id decides which resources are kept, so it must name someone.
      const named = /(?:^|\/)(Patient\/[A-Za-z0-9.-]{1,64})$/.exec(patient)?.[1]
      if (named === undefined) throw new PeerError('garbage', 'a match names no patient')
      return { group: id, patient: named }
    }
  return null
}

/** Receives resources line by line, and drops those of other patients. */
async function receive(
  client: PeerClient,
  output: readonly { readonly url: string }[],
  { patient, keep }: { readonly patient: string; readonly keep: (records: readonly Received[]) => Promise<void> },
): Promise<void> {
  let count = 0
  let waiting: Received[] = []
  for (const { url } of output) {
    // Renews the lease, because a single file takes less time than the lease lasts, but all of them may take longer.
    await keep([])
    for await (const line of client.readLines(url)) {
      if (line.trim() === '') continue
      const resource = parseResource(line)
      if (resource === null) throw new PeerError('garbage', 'a line is no resource')
      const [type, id] = [readText(resource.resourceType), readText(resource.id)]
      if (
        type === undefined ||
        type.length > 64 ||
        id === undefined ||
        id.length > 100 ||
        isOfAnother(resource, patient)
      )
        continue
      count += 1
      if (count > maxRecords) throw new PeerError('too-large', 'it sends too many resources')
      waiting.push({ type, id, ...summarize(resource), body: line, resource })
      if (waiting.length >= atOnce) {
        await keep(waiting)
        waiting = []
      }
    }
  }
  await keep(waiting)
}

function isOfAnother(resource: Readonly<Record<string, unknown>>, patient: string): boolean {
  if (resource.resourceType === 'Patient') return `Patient/${resource.id}` !== patient
  const named = ['patient', 'subject', 'beneficiary'].flatMap((name) => valuesAt(resource, `${name}.reference`))
  return named.some((one) => one !== patient && !String(one).endsWith(`/${patient}`))
}

import { isObject, readText, valuesAt } from '@portico/rules/fhir/json'
import { summarize } from '@portico/rules/fhir/summary'
import type { JWK } from 'jose'
import type { ReceivedRecord } from '../../member/sharing/earlier-record-statement.ts'
import type { Reach } from '../../platform/http/reach.ts'
import { type AskedMember, buildMatchRequest } from './describe-member.ts'
import { openPeer, type PeerClient, type PeerLimits, parseResource } from './peer-client.ts'
import { PeerError } from './peer-error.ts'

/** How far the asking of another plan has come. */
export interface Asked {
  readonly state: 'due' | 'matching' | 'exporting' | 'done' | 'no-match'
  /** Where the other plan tells how far it is. */
  readonly place: string | null
  /** Who the member is there. */
  readonly patient: string | null
}

/** A resource of the other plan, not yet judged whether it is shown to the patient alone. */
export type Received = Omit<ReceivedRecord, 'sensitive'> & { readonly resource: unknown }

/** The other plan, and how it knows us. */
export interface Peer {
  readonly base: string
  readonly clientId: string
  readonly key: JWK
}

/** More than anyone has; what is beyond them is refused. */
const maxRecords = 200_000
const atOnce = 200

/**
 * Takes one step of asking another plan (OS-55): the match, then the export, each of which it is asked about again until it is done. `keep`
 * is called with what came, some at a time. Throws PeerError.
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
  // It need not keep what we have.
  await client.ask(asked.place ?? '', { method: 'DELETE' }).catch(() => undefined)
  return { state: 'done', place: null, patient: asked.patient }
}

/** Begins what is done apart; returns where to ask about it. */
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

/** The files that were made; null: it is still under way. */
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

/** The group of the one member who was asked about; null: there is no match. */
async function readMatched(client: PeerClient, output: readonly { readonly type: string; readonly url: string }[]) {
  for (const { url } of output)
    for await (const line of client.readLines(url)) {
      const answer = parseResource(line)
      const parameters = valuesAt(answer, 'parameter').filter(isObject)
      const group = parameters.find(({ name }) => name === 'MatchedMembers')?.resource
      const [patient, ...others] = valuesAt(group, 'member.entity.reference').flatMap((one) => readText(one) ?? [])
      const id = isObject(group) ? readText(group.id) : undefined
      if (patient === undefined || others.length > 0 || id === undefined || !/^[A-Za-z0-9.-]{1,64}$/.test(id)) continue
      // What comes is kept or not by it, so that it must name someone.
      const named = /(?:^|\/)(Patient\/[A-Za-z0-9.-]{1,64})$/.exec(patient)?.[1]
      if (named === undefined) throw new PeerError('garbage', 'a match names no patient')
      return { group: id, patient: named }
    }
  return null
}

/** Takes what came, line by line: of another patient nothing is kept. */
async function receive(
  client: PeerClient,
  output: readonly { readonly url: string }[],
  { patient, keep }: { readonly patient: string; readonly keep: (records: readonly Received[]) => Promise<void> },
): Promise<void> {
  let count = 0
  let waiting: Received[] = []
  for (const { url } of output) {
    // A file takes less time than a request is held for, and all of them may take longer.
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

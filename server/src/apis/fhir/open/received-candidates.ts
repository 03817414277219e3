import type { Candidate, OpenResource, Part, PartAsked } from './source.ts'

/** A received resource that a search asks for. */
export interface ReceivedCandidate {
  readonly type: string
  readonly id: string
  readonly profiles: readonly string[]
  /** `parameter=Type/id`. */
  readonly refs: readonly string[]
  /** JSON without `meta`. */
  readonly body: string
  readonly updated: Date
}

/** Candidates from rows, with the targets of their references; `read` returns those of `Type/id` that are shown. */
export async function followReceived(
  rows: readonly ReceivedCandidate[],
  includes: readonly string[],
  read: (keys: readonly string[]) => Promise<readonly ReceivedCandidate[]>,
): Promise<readonly Candidate[]> {
  const wanted = new Set(rows.flatMap((row) => includes.flatMap((name) => listTargets(row, name))))
  const targets = new Map((await read([...wanted])).map((row) => [`${row.type}/${row.id}`, toCandidate(row, () => [])]))
  return rows.map((row) =>
    toCandidate(row, (name) => listTargets(row, name).flatMap((target) => targets.get(target) ?? [])),
  )
}

function listTargets({ refs }: ReceivedCandidate, name: string): readonly string[] {
  return refs.flatMap((ref) => (ref.startsWith(`${name}=`) ? [ref.slice(name.length + 1)] : []))
}

function toCandidate({ type, id, profiles, body, updated }: ReceivedCandidate, follow: Candidate['follow']): Candidate {
  const meta = { lastUpdated: updated.toISOString(), ...(profiles.length > 0 && { profile: profiles }) }
  const head = `{"resourceType":"${type}","id":"${id}"`
  const resource: OpenResource = { resourceType: type, id, meta }
  return { resource, text: `${head},"meta":${JSON.stringify(meta)}${body.slice(head.length)}`, isFound: true, follow }
}

/** Prefix of places among resources built from tables, because received resources may have the same ids. */
const made = '~'

/** Whether a place is among resources built from tables, and the id there. */
export function readPlace(after: string | null): { readonly isMade: boolean; readonly id: string | null } {
  const isMade = after?.startsWith(made) ?? false
  return { isMade, id: isMade ? (after?.slice(made.length) ?? null) : after }
}

const addPlace = (one: Candidate): Candidate => ({ ...one, place: made + one.resource.id })

/** First the received resources, then those built from tables that were not received. */
export async function listBoth(
  type: string,
  asked: PartAsked,
  of: {
    readonly listReceived: (asked: PartAsked) => Promise<readonly Candidate[]>
    readonly listMade: (asked: PartAsked) => Promise<Part>
    /** The received resources of `Type/id`. */
    readonly read: (keys: readonly string[]) => Promise<readonly Pick<ReceivedCandidate, 'id'>[]>
  },
): Promise<Part> {
  const { after, limit } = asked
  const { isMade, id } = readPlace(after)
  const first = isMade ? [] : await of.listReceived(asked)
  if (first.length === limit) return { candidates: first, next: first.at(-1)?.resource.id ?? null }
  const rest = await of.listMade({ ...asked, after: isMade ? id : null, limit: limit - first.length })
  const keys = rest.candidates.map(({ resource }) => `${type}/${resource.id}`)
  const known = new Set((await of.read(keys)).map((row) => row.id))
  return {
    candidates: [...first, ...rest.candidates.filter(({ resource }) => !known.has(resource.id)).map(addPlace)],
    next: rest.next === null ? null : made + rest.next,
  }
}

import { hash } from 'node:crypto'

type Json = Readonly<Record<string, unknown>>

/** Why an entry is not taken. */
export type Doubt = 'fullUrl' | 'server'

/** A Bundle entry by what identifies it. */
interface Named {
  readonly fullUrl: string
  /** The server in its address; null: the address names no server. */
  readonly server: string | null
  /** Its type and the id that it would get here, as `Type/id`. */
  readonly name: string
  /** Whether only its `fullUrl` gives it its id. */
  readonly isKnownByUrl: boolean
  readonly resource: Json
}

/** A person who is mistaken for another would get the other's claims. */
const people = ['Patient', 'Coverage']
/** Each one takes memory; entries of a larger Bundle beyond this number are not compared. */
const maxKept = 500_000

/**
 * Finds names in a Bundle that two different entries share: the same `fullUrl`, which only versions of one resource may share (FHIR R4,
 * bdl-7), and the same id of a person or a coverage at two servers. Neither these entries nor references to them can be resolved.
 */
export function createDoubts() {
  const meanings = new Map<string, string>()
  const places = new Map<string, { readonly server: string; readonly fullUrl: string; readonly said: string }>()
  const doubts = new Map<string, Doubt>()
  return {
    note: (one: Named): void => {
      const isPerson = people.includes(String(one.resource.resourceType))
      if (isPerson || one.isKnownByUrl) compareByUrl(one)
      if (isPerson && one.server !== null) compareByServer(one, one.server)
    },
    /** By `fullUrl` and by `Type/id`. */
    all: (): ReadonlyMap<string, Doubt> => doubts,
  }

  function compareByUrl({ fullUrl, name, isKnownByUrl, resource }: Named): void {
    const meaning = isKnownByUrl ? `${name} ${hasVersion(resource) ? 'versioned' : digest(resource)}` : name
    const before = meanings.get(fullUrl)
    if (before === undefined) {
      if (meanings.size < maxKept) meanings.set(fullUrl, meaning)
    } else if (before !== meaning) {
      doubts.set(fullUrl, 'fullUrl')
      if (isKnownByUrl) doubts.set(name, 'fullUrl')
    }
  }

  function compareByServer({ fullUrl, name, resource }: Named, server: string): void {
    const before = places.get(name)
    if (before === undefined) {
      if (places.size < maxKept) places.set(name, { server, fullUrl, said: digest(resource) })
    } else if (before.server !== server && before.said !== digest(resource)) {
      for (const one of [before.fullUrl, fullUrl, name]) doubts.set(one, 'server')
    }
  }
}

function hasVersion({ meta }: Json): boolean {
  if (typeof meta !== 'object' || meta === null) return false
  return 'versionId' in meta || 'lastUpdated' in meta
}

function digest({ meta: _, ...said }: Json): string {
  return hash('sha256', JSON.stringify(said))
}

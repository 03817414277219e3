import { hash } from 'node:crypto'

type Json = Readonly<Record<string, unknown>>

/** Why an entry is not taken. */
export type Doubt = 'fullUrl' | 'server'

/** An entry of a Bundle by what names it. */
interface Named {
  readonly fullUrl: string
  /** The server of its address; null: that is none of a server. */
  readonly server: string | null
  /** Its type and the id that it would have here, as `Type/id`. */
  readonly name: string
  /** Whether nothing but its `fullUrl` gives it its id. */
  readonly isKnownByUrl: boolean
  readonly resource: Json
}

/** Whoever is mistaken for another gets their claims. */
const people = ['Patient', 'Coverage']
/** Each takes some memory; what comes later in a Bundle of more is not compared. */
const maxKept = 500_000

/**
 * What in a Bundle names two entries that are not one: the same `fullUrl`, which only versions of one resource may share (FHIR R4, bdl-7), and
 * the same id of a person or a coverage at two servers. Neither those nor what refers to them can be told apart.
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

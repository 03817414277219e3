// Reads the profiles of guides, unpacked into folders, and writes the file that tells tests what a profile must support and which
// invariants it has: node tools/read-profiles.ts FOLDER… > server/test/fhir/profiles.ndjson
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

type Json = Readonly<Record<string, unknown>>

interface Element extends Json {
  readonly id: string
  readonly path: string
  readonly mustSupport?: boolean
  readonly type?: readonly { readonly code: string; readonly profile?: readonly string[] }[]
  readonly slicing?: { readonly discriminator?: readonly { readonly type: string; readonly path: string }[] }
  readonly binding?: { readonly valueSet?: string }
  readonly constraint?: readonly {
    readonly key: string
    readonly severity: string
    readonly expression?: string
  }[]
}

interface Concepts {
  readonly concept?: readonly { readonly code: string }[]
}

const files = process.argv
  .slice(2)
  .flatMap((folder) =>
    readdirSync(folder).flatMap((name) =>
      /^(StructureDefinition|ValueSet|CodeSystem)-.*\.json$/.test(name) ? [join(folder, name)] : [],
    ),
  )
const resources = files.map((file): Json => JSON.parse(readFileSync(file, 'utf8')))
const byUrl = new Map(resources.map((one) => [String(one.url), one]))

const profiles = resources
  .filter(
    ({ resourceType, kind, derivation }) =>
      resourceType === 'StructureDefinition' && kind === 'resource' && derivation === 'constraint',
  )
  .map(toProfile)
const named = profiles.flatMap(({ invariants }) =>
  invariants.flatMap(({ expression }) => [...expression.matchAll(/memberOf\('([^']+)'\)/g)].map(([, url = '']) => url)),
)
const codes = Object.fromEntries([...new Set(named)].map((url) => [url, listCodes(url)]))
console.log(JSON.stringify({ codes }))
for (const profile of profiles) console.log(JSON.stringify(profile))

/** What tests need to know about a profile. */
function toProfile({ url, version, type, snapshot }: Json) {
  const { element: elements } = snapshot as { readonly element: readonly Element[] }
  const known = new Map(elements.map((one) => [one.id, one]))
  const invariants = elements.flatMap(({ id, path, constraint = [] }) =>
    constraint.flatMap(({ key, severity, expression }) =>
      severity === 'error' && expression !== undefined && !key.startsWith('ele-') && !key.startsWith('ext-')
        ? [{ key, at: path, steps: toSteps(id, known), expression: expression.replaceAll('.as(', '.ofType(') }]
        : [],
    ),
  )
  return {
    url: `${url}|${version}`,
    type,
    supported: elements.filter(({ mustSupport }) => mustSupport).map(({ id }) => ({ id, steps: toSteps(id, known) })),
    invariants: [
      ...new Map(invariants.map((one) => [`${one.key} ${one.expression} ${JSON.stringify(one.steps)}`, one])).values(),
    ],
  }
}

/** The path to an element: the names along it, and the conditions that identify a slice. */
function toSteps(id: string, known: ReadonlyMap<string, Element>) {
  const parts = id.split('.').slice(1)
  return parts.map((part, at) => {
    const [name = '', slice] = part.split(':')
    if (slice === undefined) return { name }
    const own = [id.split('.')[0], ...parts.slice(0, at + 1)].join('.')
    const of = known.get(own.slice(0, own.lastIndexOf(':')))
    if (name.endsWith('[x]')) return { name: slice.startsWith(name.slice(0, -3)) ? slice : name }
    return { name, where: (of?.slicing?.discriminator ?? []).flatMap(({ path }) => toConditions(own, path, known)) }
  })
}

/** The value at a discriminator's path in a slice. */
function toConditions(own: string, path: string, known: ReadonlyMap<string, Element>): object[] {
  const profile = known.get(own)?.type?.[0]?.profile?.[0]
  if (path === 'url') return [{ path, is: profile?.split('|')[0] ?? readFixed(known.get(`${own}.url`)) }]
  const at = path === '$this' ? own : `${own}.${path}`
  const found = [...known.values()]
    .filter(({ id }) => id === at || id.startsWith(`${at}.`) || id.startsWith(`${at}:`))
    .flatMap((one) => {
      const is = readFixed(one)
      const inner = one.id.slice(own.length + 1).replaceAll(/:[^.]+/g, '')
      return is === undefined ? [] : [{ path: inner, is }]
    })
  if (found.length > 0) return found
  const codes = listCodes(known.get(at)?.binding?.valueSet)
  return codes.length === 0 ? [] : [{ path: path === '$this' ? '' : path, codes }]
}

function readFixed(element: Element | undefined): unknown {
  const [name] = Object.keys(element ?? {}).filter((key) => /^(fixed|pattern)[A-Z]/.test(key))
  return name === undefined ? undefined : element?.[name]
}

/** The codes of a value set, as far as the guide itself lists them. */
function listCodes(valueSet: string | undefined): string[] {
  const { include = [] } = (byUrl.get(valueSet?.split('|')[0] ?? '')?.compose ?? {}) as {
    readonly include?: readonly (Concepts & { readonly system?: string; readonly valueSet?: readonly string[] })[]
  }
  return include.flatMap(({ concept, system, valueSet: sets = [] }) => [
    ...sets.flatMap(listCodes),
    ...(concept ?? (byUrl.get(system ?? '') as Concepts | undefined)?.concept ?? []).map(({ code }) => code),
  ])
}

import { setImmediate } from 'node:timers/promises'
import type { OpenTypes } from '@portico/contract/fhir/type'
import { searchset } from '../member/bundle.ts'
import type { Pairs } from '../member/search-statement.ts'
import { maxValues } from '../member/values-statement.ts'
import { FhirError, notFound } from '../outcome.ts'
import { type OpenSearch, readOpenSearch } from './search.ts'
import type { Candidate, OpenCall, OpenSource } from './source.ts'

/** Maximum number of resources that one call examines: a rare match may take several pages, some of them short. */
const [partSize, maxLooked] = [500, 10_000]
/** Maximum number of resources included with a page. */
const maxAlong = 1_000

/** A brand's public API: reads and searches of a source. */
export function createOpenApi(types: OpenTypes, source: OpenSource) {
  return { read, search }

  async function read(type: string, id: string, call: OpenCall): Promise<string> {
    checkType(type)
    const asked = { ...buildAlone('_id', [id]), includes: [], limit: partSize }
    const { candidates } = await source.list(type, asked, call)
    const one = candidates.find(({ resource }) => resource.id === id)
    if (one === undefined) throw notFound()
    return writeResource(one)
  }

  async function search(type: string, pairs: Pairs, call: OpenCall): Promise<string> {
    checkType(type)
    const asked = readOpenSearch(types, type, pairs, call.base)
    const { found, next } = await find(source, type, asked, call)
    const along = [
      ...found.flatMap((one) => asked.includes.flatMap((name) => one.follow(name))),
      ...(await findReferring(source, found, asked, call)),
    ]
    const known = new Set<string>()
    const entries = [...found.map((one) => ['match', one] as const), ...along.map((one) => ['include', one] as const)]
      .filter(([, { resource }]) => {
        const key = `${resource.resourceType}/${resource.id}`
        return !known.has(key) && known.add(key)
      })
      .slice(0, found.length + maxAlong)
      .map(([mode, one]) => ({
        address: `${call.base}/${one.resource.resourceType}/${one.resource.id}`,
        body: writeResource(one),
        mode,
      }))
    const link = (relation: 'self' | 'next', more: Pairs) => {
      const query = new URLSearchParams(
        [...pairs.filter(([name]) => name !== '_page'), ...more].map(([...pair]) => pair),
      )
      return { relation, url: `${call.base}/${type}?${query}` }
    }
    const own = pairs.filter(([name]) => name === '_page')
    const links = [link('self', own), ...(next === null ? [] : [link('next', [['_page', next]])])]
    return searchset(entries, links, { total: null, now: call.now })
  }

  function checkType(type: string): void {
    if (!Object.hasOwn(types, type)) throw new FhirError(404, 'not-supported', 'This type is not served.')
  }
}

const writeResource = ({ resource, text }: Candidate) => text ?? JSON.stringify(resource)

/** A search by one parameter, from the beginning. */
const buildAlone = (name: string, values: readonly string[]) => ({
  terms: [{ written: name, text: values.join(',') }],
  hints: [{ name, values }],
  links: [],
  after: null,
})

const readPlace = (one: Candidate | undefined) => one?.place ?? one?.resource.id ?? null

/** Searches for one page. */
async function find(
  source: OpenSource,
  type: string,
  { tests, terms, hints, links, includes, count, after }: OpenSearch,
  call: OpenCall,
): Promise<{ readonly found: readonly Candidate[]; readonly next: string | null }> {
  const found: Candidate[] = []
  if (count === 0) return { found, next: null }
  let at = after
  for (let looked = 0; looked < maxLooked; looked += partSize) {
    // Starts small, because whatever the source can narrow by is found at once.
    const limit = looked === 0 ? Math.min(count + 1, partSize) : partSize
    const { candidates, next } = await source.list(type, { terms, includes, hints, links, after: at, limit }, call)
    for (const [place, one] of candidates.entries()) {
      if (place % partSize === partSize - 1) await setImmediate()
      if (!one.isFound && !tests.every((test) => test(one))) continue
      if (found.length === count) return { found, next: readPlace(found.at(-1)) }
      found.push(one)
    }
    at = next
    if (at === null) break
  }
  return { found, next: at }
}

/** Resources that refer to the results. */
async function findReferring(
  source: OpenSource,
  found: readonly Candidate[],
  { reverse }: OpenSearch,
  call: OpenCall,
): Promise<Candidate[]> {
  if (found.length === 0) return []
  const keys = [...new Set(found.map(({ resource }) => `${resource.resourceType}/${resource.id}`))]
  const ids = new Set(keys)
  // A parameter may list only so many values, and a page may have more resources.
  const asks = reverse.flatMap(([type, name]) =>
    Array.from({ length: Math.ceil(keys.length / maxValues) }, (_, at) => {
      const some = keys.slice(at * maxValues, (at + 1) * maxValues)
      return [type, name, some] as const
    }),
  )
  const parts = await Promise.all(
    asks.map(async ([type, name, some]) => {
      const asked = { ...buildAlone(name, some), includes: [name], limit: maxAlong }
      const { candidates } = await source.list(type, asked, call)
      return candidates.filter((one) =>
        one.follow(name).some(({ resource }) => ids.has(`${resource.resourceType}/${resource.id}`)),
      )
    }),
  )
  return parts.flat()
}

import type { OpenTypes } from '@portico/contract/fhir/type'
import { readSearchValues } from '@portico/rules/fhir/search-values'
import { expect } from 'vitest'
import type { FhirApi } from './fhir-api.ts'

export type Json = Record<string, unknown> & { readonly resourceType: string; readonly id: string }

/** Asks a public API of a brand, without a token. */
export function askOpenApi(api: () => FhirApi, base: string) {
  const ask = async (
    path: string,
  ): Promise<{ entry?: { resource: Json; search: { mode: string } }[]; link: Json[] }> => {
    const { status, body } = await api().ask(
      null,
      path.startsWith('http') ? path.replace(/^http:\/\/[^/]+/, '') : base + path,
    )
    expect([path, status, body.issue]).toEqual([path, 200, undefined])
    return body
  }

  /** All resources of a search, of all its pages; `mode` is what they are there for. */
  async function all(path: string, mode = 'match'): Promise<Json[]> {
    const found: Json[] = []
    for (let next: unknown = path; typeof next === 'string'; ) {
      const { entry = [], link } = await ask(next)
      found.push(...entry.filter(({ search }) => search.mode === mode).map(({ resource }) => resource))
      next = link.find(({ relation }) => relation === 'next')?.url
    }
    return found
  }
  return { ask, all }
}

const listIds = (some: readonly Json[]) => some.map(({ id }) => id).toSorted()
const encodeValue = (value: string) => encodeURIComponent(value.replace(/,/g, '\\,'))
const none = {
  token: 'urn:x|none',
  string: 'zzzz',
  uri: 'urn:none',
  date: 'lt1800',
  reference: 'Organization/none',
} as const

/**
 * Tries each search of a type by itself, with each other one, without a hit and by :missing, with values of what is there; the answers are
 * told from all resources by their search values. Returns how many parameters had a value.
 */
export async function trySearches(
  { all }: ReturnType<typeof askOpenApi>,
  types: OpenTypes,
  type: string,
): Promise<readonly string[]> {
  const everything = await all(`/${type}?_count=200`)
  expect(new Set(listIds(everything)).size).toBe(everything.length)
  expect(listIds(await all(`/${type}?_count=7`))).toEqual(listIds(everything))
  const { parameters = {}, targets = {} } = types[type] ?? {}
  const tried: [query: string, ids: readonly string[]][] = []
  for (const [name, parameter] of Object.entries(parameters)) {
    const values = everything.map((one) => ({ id: one.id, ...readSearchValues(one, { [name]: parameter }) }))
    const has = values.filter(({ tokens, refs, dates }) => tokens.length + refs.length + Object.keys(dates).length > 0)
    expect([name, listIds(await all(`/${type}?${name}:missing=true&_count=200`)).length]).toEqual([
      name,
      everything.length - has.length,
    ])
    expect([name, await all(`/${type}?${name}=${encodeValue(none[parameter.kind])}`)]).toEqual([name, []])
    const mark = { token: '|', string: '=', uri: ':', date: '', reference: '=' }[parameter.kind]
    const keys = ({ tokens, refs, dates }: (typeof values)[number]) =>
      parameter.kind === 'date'
        ? (dates[name] ?? []).map(([from]) => new Date(Math.max(from, 0)).toISOString().slice(0, 10))
        : [...tokens, ...refs].flatMap((one) => (one.startsWith(name + mark) ? one.slice(name.length + 1) : []))
    const [value] = has.flatMap(keys)
    if (value === undefined) continue
    const expected = values.filter((one) =>
      parameter.kind === 'date'
        ? (dates(one, name) ?? []).some(([, to]) => to > Date.parse(value))
        : keys(one).some((key) => (parameter.kind === 'string' ? key.startsWith(value) : key === value)),
    )
    const query = `${name}=${parameter.kind === 'date' ? 'ge' : ''}${encodeValue(value)}`
    expect([query, listIds(await all(`/${type}?${query}&_count=200`))]).toEqual([
      query,
      expected.map(({ id }) => id).toSorted(),
    ])
    tried.push([query, expected.map(({ id }) => id)])
    if (Object.hasOwn(targets, name)) {
      const [first = ''] = expected.map(({ id }) => id)
      const along = await all(`/${type}?_id=${first}&_include=${type}:${name}`, 'include')
      expect([name, listIds(along)]).toEqual([name, expect.arrayContaining([value.replace(/^\w+\//, '')])])
    }
  }
  for (const [one, ids] of tried)
    for (const [other, others] of tried)
      expect([one, other, listIds(await all(`/${type}?${one}&${other}&_count=200`))]).toEqual([
        one,
        other,
        ids.filter((id) => others.includes(id)).toSorted(),
      ])
  return tried.map(([query]) => query.replace(/=.*$/, ''))
}

function dates({ dates: all }: ReturnType<typeof readSearchValues>, name: string) {
  return all[name]
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { isObject, valuesAt } from '@portico/rules/fhir/json'
import fhirpath, { type NoAsyncOptions } from 'fhirpath'
import r4 from 'fhirpath/fhir-context/r4'

export type Json = Readonly<Record<string, unknown>>

/** What a guide says of a profile; made by `tools/read-profiles.ts`. */
interface Profile {
  readonly url: string
  readonly type: string
  readonly supported: readonly { readonly id: string; readonly steps: readonly Step[] }[]
  readonly invariants: readonly {
    readonly key: string
    readonly at: string
    readonly steps: readonly Step[]
    readonly expression: string
  }[]
}

interface Step {
  readonly name: string
  /** What tells a slice from others. */
  readonly where?: readonly Condition[]
}

interface Condition {
  readonly path: string
  /** What the value there contains. */
  readonly is?: unknown
  /** Or the codes that it may have. */
  readonly codes?: readonly string[]
}

/** Profiles, invariants and value sets of the guides (CC0). */
const [head = '', ...lines] = gunzipSync(readFileSync(join(import.meta.dirname, 'profiles.ndjson.gz')))
  .toString()
  .trim()
  .split('\n')
const { codes } = JSON.parse(head) as { readonly codes: Readonly<Record<string, readonly string[]>> }
const profiles = new Map(lines.map((line): [string, Profile] => [JSON.parse(line).url, JSON.parse(line)]))

export function findProfile(url: string): Profile {
  const found = profiles.get(url)
  if (found === undefined) throw new Error(`No guide has ${url}`)
  return found
}

/** The elements that a profile must support and none of the resources that claim it has. */
export function listUnsupported({ url, supported }: Profile, resources: readonly Json[]): string[] {
  const own = resources.filter((one) => claims(one, url))
  return supported.filter(({ steps }) => own.every((one) => readAt(one, steps).length === 0)).map(({ id }) => id)
}

export function claims(resource: Json, url: string): boolean {
  return valuesAt(resource, 'meta.profile').includes(url)
}

/** What is at an element, wherever it is. */
function readAt(value: unknown, [step, ...more]: readonly Step[]): unknown[] {
  if (step === undefined) return [value]
  if (!isObject(value)) return []
  const { name, where = [] } = step
  const names = name.endsWith('[x]') ? Object.keys(value).filter((key) => isChoice(key, name.slice(0, -3))) : [name]
  return names
    .flatMap((one) => [value[one] ?? [], value[`_${one}`] ?? []].flat())
    .filter((one) => where.every((condition) => isMet(one, condition)))
    .flatMap((one) => readAt(one, more))
}

function isMet(value: unknown, { path, is, codes: some }: Condition): boolean {
  const found = path === '' ? [value] : valuesAt(value, path)
  return found.some((one) => (some === undefined ? contains(one, is) : hasCode(one, some)))
}

const isChoice = (key: string, name: string) => key.startsWith(name) && /^[A-Z]/.test(key.slice(name.length))

/** Whether a value has what a pattern says. */
function contains(value: unknown, pattern: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.every((one) => [value].flat().some((each) => contains(each, one)))
  if (!isObject(pattern)) return value === pattern
  return isObject(value) && Object.entries(pattern).every(([name, one]) => contains(value[name], one))
}

function hasCode(value: unknown, some: readonly string[]): boolean {
  return [...valuesAt(value, 'coding.code'), ...valuesAt(value, 'code'), value].some((one) =>
    some.includes(String(one)),
  )
}

/** The invariants of a profile that a resource breaks; `find` gets what a reference leads to. */
export function listBroken(
  { invariants }: Profile,
  resource: Json,
  find: (reference: string) => Json | undefined,
): string[] {
  const options: NoAsyncOptions = {
    async: false,
    userInvocationTable: {
      memberOf: {
        // What the guides do not list themselves cannot be judged.
        fn: (inputs: readonly unknown[], url: string) => [
          codes[url]?.length === 0 || inputs.some((one) => hasCode(unwrap(one), codes[url] ?? [])),
        ],
        arity: { 1: ['String'] },
      },
      resolve: {
        fn: (inputs: readonly unknown[]) =>
          inputs.flatMap((one) => find(String(valuesAt(unwrap(one), 'reference')[0])) ?? []),
        arity: { 0: [] },
      },
    },
  }
  return invariants.flatMap(({ key, at, steps, expression }) => {
    const broken = readAt(resource, steps).some((value) => {
      const context = { resource, rootResource: resource, context: value }
      const path = steps.length === 0 ? expression : { base: at.replaceAll('[x]', ''), expression }
      return fhirpath.evaluate(value, path, context, r4, options).some((is: unknown) => is === false)
    })
    return broken ? [`${key} at ${at}`] : []
  })
}

function unwrap(value: unknown): unknown {
  return isObject(value) && 'data' in value ? value.data : value
}

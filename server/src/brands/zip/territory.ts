import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'
import { BrandDataError } from '../brand/load.ts'
import { parseChecked } from '../brand/schema.ts'

/** A county or its equivalent; `fips` has five digits. */
export interface County {
  readonly fips: string
  readonly name: string
  /** Two-letter postal code. */
  readonly state: string
}

const TerritorySchema = v.strictObject({
  /** Postal code of a state -> brand. */
  states: v.record(v.pipe(v.string(), v.regex(/^[A-Z]{2}$/, 'must be the postal code of a state')), v.string()),
  /** Brand -> its counties by FIPS code; they take precedence over the brand of their state. The name tells readers which county it is. */
  counties: v.record(
    v.string(),
    v.record(v.pipe(v.string(), v.regex(/^\d{5}$/, 'must be the fips code of a county')), v.string()),
  ),
})

/** The brand of a county, or null if none serves it. */
export type BrandOfCounty = (county: County) => string | null

/**
 * Reads `territory.json` (the decisions on brands): a county's own brand, else that of its state. Every brand, state and county in it
 * must exist and no county may have two brands; otherwise a BrandDataError names each wrong entry.
 */
export function loadTerritory(options: {
  readonly path: string
  readonly brandCodes: ReadonlySet<string>
  readonly counties: readonly County[]
  /** Whether it may name brands that are left out here; their places then have no brand. */
  readonly mayLack?: boolean
}): BrandOfCounty {
  const { path, brandCodes, mayLack = false } = options
  const file = join(basename(dirname(path)), basename(path))
  const result = parseChecked(TerritorySchema, readFileSync(path, 'utf8'))
  if ('problems' in result) throw new BrandDataError(result.problems.map((problem) => `${file}: ${problem}`))
  const territory = result.output

  const problems: string[] = []
  const known = new Map(options.counties.map((county) => [county.fips, county]))
  const states = new Set(options.counties.map(({ state }) => state))
  const ofCounty = new Map<string, string>()
  for (const [state, brand] of Object.entries(territory.states)) {
    if (!states.has(state)) problems.push(`${file}: states.${state}: is no state of the zip table`)
    if (!mayLack && !brandCodes.has(brand)) problems.push(`${file}: states.${state}: ${brand} is no brand`)
  }
  for (const [brand, counties] of Object.entries(territory.counties)) {
    if (!mayLack && !brandCodes.has(brand)) problems.push(`${file}: counties.${brand}: is no brand`)
    for (const [fips, name] of Object.entries(counties)) {
      const field = `${file}: counties.${brand}.${fips}`
      const county = known.get(fips)
      if (!county) problems.push(`${field}: is no county of the zip table`)
      else if (name !== `${county.name}, ${county.state}`) {
        problems.push(`${field}: is ${county.name}, ${county.state}, not ${name}`)
      }
      const owner = ofCounty.get(fips)
      if (owner !== undefined) problems.push(`${field}: belongs to ${owner} already`)
      ofCounty.set(fips, brand)
    }
  }
  if (problems.length > 0) throw new BrandDataError(problems)
  return ({ fips, state }) => {
    const brand = ofCounty.get(fips) ?? territory.states[state]
    return brand !== undefined && brandCodes.has(brand) ? brand : null
  }
}

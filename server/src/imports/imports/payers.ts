import { payersIn, plainPayer } from '@portico/rules/settings/payers'
import { readSettingOfBrands } from '../../brands/config-lists/settings.ts'
import type { Reader } from '../../platform/db/database.ts'
import { findTargetId } from './fhir/codes.ts'
import type { Reference } from './fhir/shapes.ts'
import { Refused } from './refused.ts'

/** A brand's setting with its payers as files name them: names and identifiers, separated by semicolons. */
const payersSetting = 'IMPORT_PAYERS'

/** Finds the brand of a payer in a file. */
export interface Payers {
  /** Finds the brand by the payer's names; null if no brand's setting has them, or several do. */
  findBrand(...names: readonly string[]): string | null
  isOfSeveral(...names: readonly string[]): boolean
  /** The brands whose settings name a payer. */
  readonly brands: readonly string[]
}

export async function readPayers(db: Reader): Promise<Payers> {
  const brands = new Map<string, Set<string>>()
  for (const [brand, text] of await readSettingOfBrands(db, payersSetting)) {
    for (const name of payersIn(text)) brands.set(name, (brands.get(name) ?? new Set()).add(brand))
  }
  const findBrands = (names: readonly string[]) => [
    ...new Set(names.flatMap((name) => [...(brands.get(plainPayer(name)) ?? [])])),
  ]
  return {
    findBrand: (...names) => {
      const [brand = null, ...others] = findBrands(names)
      return others.length === 0 ? brand : null
    },
    isOfSeveral: (...names) => findBrands(names).length > 1,
    brands: [...new Set([...brands.values()].flatMap((some) => [...some]))].sort(),
  }
}

/** A payer, as named by a resource. */
export interface PayerRef {
  readonly id: string | null
  readonly names: readonly string[]
}

interface Contained {
  readonly id?: string | undefined
  readonly name?: unknown
  readonly identifier?: unknown
}

/** The first payer that is not a person, else the first. */
export function findPayor<One extends { readonly reference?: string | undefined }>(
  payor: readonly One[],
): One | undefined {
  return payor.find(({ reference }) => !/(?:^|\/)(?:Patient|RelatedPerson)\//.test(reference ?? '')) ?? payor[0]
}

export function payerRef(reference: Reference | undefined, contained: readonly Contained[] = []): PayerRef {
  const own = reference?.reference?.startsWith('#') ? reference.reference.slice(1) : undefined
  const within = own === undefined ? undefined : contained.find(({ id }) => id === own)
  const names = [reference?.display, reference?.identifier?.value, within?.name, ...listValues(within?.identifier)]
  return { id: findTargetId(reference) ?? null, names: names.filter((one) => typeof one === 'string') }
}

function listValues(identifiers: unknown): unknown[] {
  const all = Array.isArray(identifiers) ? identifiers : []
  return all.map((one: unknown) => (typeof one === 'object' && one !== null && 'value' in one ? one.value : undefined))
}

/** The refusal of a payer whose brand is unknown or ambiguous; says what to do about it. */
export function refusePayer(path: string, { id, names }: PayerRef, payers: Payers): Refused {
  if (payers.isOfSeveral(...names)) {
    const todo = `leave it in the setting ${payersSetting} of one, or say --brand CODE`
    return new Refused(path, `the payer ${names[0]} is of several brands: ${todo}`)
  }
  const called = names[0] ?? (id === null ? null : `Organization/${id}`)
  const todo = `add it to the setting ${payersSetting} of its brand, or say --brand CODE`
  return new Refused(
    path,
    called === null
      ? `names no payer: say --brand CODE`
      : `the payer ${called} is none that the settings know: ${todo}`,
  )
}

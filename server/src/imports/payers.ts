import { readSettingOfBrands } from '../config-lists/settings.ts'
import type { Reader } from '../db/database.ts'
import { targetOf } from './fhir/codes.ts'
import type { Reference } from './fhir/shapes.ts'
import { Refused } from './refused.ts'

/** The setting of a brand that names its payers as files call them: names and identifiers, separated by semicolons. */
const payersSetting = 'IMPORT_PAYERS'

/** Finds the brand of a payer in a file. */
export interface Payers {
  /** Null if no brand's setting names it. */
  brandOf(name: string): string | null
}

export async function readPayers(db: Reader): Promise<Payers> {
  const brands = new Map<string, string>()
  for (const [brand, text] of await readSettingOfBrands(db, payersSetting)) {
    for (const name of text.split(';').map(plain)) if (name !== '') brands.set(name, brand)
  }
  return { brandOf: (name) => brands.get(plain(name)) ?? null }
}

function plain(name: string): string {
  return name.trim().replace(/\s+/g, ' ').toLowerCase()
}

/** A payer, as named by a resource. */
export interface PayerRef {
  readonly id: string | null
  readonly names: readonly string[]
}

interface Contained {
  readonly id?: string | undefined
  readonly name?: unknown
}

export function payerRef(reference: Reference | undefined, contained: readonly Contained[] = []): PayerRef {
  const own = reference?.reference?.startsWith('#') ? reference.reference.slice(1) : undefined
  const name = own === undefined ? undefined : contained.find(({ id }) => id === own)?.name
  const names = [reference?.display, reference?.identifier?.value, typeof name === 'string' ? name : undefined]
  return { id: targetOf(reference) ?? null, names: names.filter((one) => one !== undefined) }
}

/** The refusal of a payer whose brand is unknown; says what to do about it. */
export function unknownPayer(path: string, { id, names }: PayerRef): Refused {
  const called = names[0] ?? (id === null ? null : `Organization/${id}`)
  const todo = `add it to the setting ${payersSetting} of its brand, or say --brand CODE`
  return new Refused(
    path,
    called === null
      ? `names no payer: say --brand CODE`
      : `the payer ${called} is none that the settings know: ${todo}`,
  )
}

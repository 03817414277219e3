import type { Problem } from './result.ts'

export interface NumberField {
  /** Digits allowed after the point, 0 to 15. */
  readonly places?: number
  readonly max?: number
  readonly min?: number
  readonly required?: boolean
}

/** The bounds of a number field: max defaults to 9×10^(15−places), min to the negative of max (VA-11). */
export function numberBounds({ places = 0, max = 9 * 10 ** (15 - places), min = -max }: NumberField): {
  max: number
  min: number
} {
  return { max, min }
}

/** A number typed as digits with an optional minus and decimal point, within its places and bounds (VA-11). */
export function checkNumber(text: string, field: NumberField = {}): Problem | null {
  if (text === '') return field.required ? { code: 'field.required' } : null
  const [matched, fraction = ''] = /^-?[0-9]+(?:\.([0-9]+))?$/.exec(text) ?? []
  if (matched === undefined) return { code: 'number.invalid' }
  const { places = 0 } = field
  if (fraction.length > places) return { code: 'number.places', params: { places } }

  const { max, min } = numberBounds(field)
  const value = Number(text)
  if (value > max) return { code: 'number.maximum', params: { maximum: max } }
  return value < min ? { code: 'number.minimum', params: { minimum: min } } : null
}

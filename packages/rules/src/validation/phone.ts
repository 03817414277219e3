import type { Problem } from './result.ts'

/** `#` stands for a digit 0 to 9. */
const shapes = [
  '##########',
  '###########',
  '(###) ###-####',
  '(###) ### ####',
  '#(###) ###-####',
  '#(###) ### ####',
  '#(###)-###-####',
  '#(###)###-####',
  '#-###-###-####',
  '### ### ####',
  '###-###-####',
]

const shapePatterns = shapes.map((shape) => new RegExp(`^${shape.replace(/[()]/g, '\\$&').replaceAll('#', '[0-9]')}$`))

/** A phone number in one of the formats of VA-1; if required, an empty one is a problem. */
export function checkPhone(value: string, { required = false } = {}): Problem | null {
  if (value === '' && !required) return null
  return isPhone(value) ? null : { code: 'phone.invalid' }
}

/** Formats a valid 10-digit phone number as (xxx) xxx-xxxx and leaves any other text unchanged (VA-1). */
export function formatPhone(value: string): string {
  const digits = value.replace(/[^0-9]/g, '')
  if (digits.length !== 10 || !isPhone(value)) return value
  return `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}-${digits.slice(6)}`
}

function isPhone(value: string): boolean {
  return shapePatterns.some((pattern) => pattern.test(value))
}

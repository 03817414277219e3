/** The organization that a system client belongs to: it decides what the client may match and export, not the client's scopes (OS-50). */
export interface Organization {
  readonly kind: 'provider' | 'payer'
  readonly name: string
  /** National Provider Identifiers, including those of its clinicians. */
  readonly npis: readonly string[]
  /** An insurer's NAIC code; null: it has none. */
  readonly naic: string | null
}

export const organizationKinds = ['provider', 'payer'] as const

export const maxNpis = 2000

/** Ten digits, the last of which is a check digit (Luhn, after the prefix 80840). */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  const sum = [...`80840${text}`].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The scopes of systems: to read one type or everything, in exports, and to send requests for approval. */
export const systemScopes: readonly string[] = [
  ...['rs', 'r', 's', 'read', '*'].flatMap((permission) =>
    ['*', 'Group', 'Patient', 'Coverage', 'ExplanationOfBenefit'].map((type) => `system/${type}.${permission}`),
  ),
  ...['c', 'write', '*'].map((permission) => `system/Claim.${permission}`),
]

/** Whether a system's scopes let it read a type. */
export function maySystemRead(scopes: readonly string[], type: string): boolean {
  return scopes.some((scope) => {
    const [, of, permission = ''] = /^system\/(\*|[A-Z][A-Za-z]+)\.(\*|[a-z]+)$/.exec(scope) ?? []
    return (of === '*' || of === type) && (permission === '*' || permission === 'read' || permission.includes('r'))
  })
}

/** Whether a system's scopes let it send a type; read-only scopes do not. */
export function maySystemCreate(scopes: readonly string[], type: string): boolean {
  return ['c', 'write', '*'].some(
    (permission) =>
      scopes.includes(`system/${type}.${permission}`) || (permission === '*' && scopes.includes('system/*.*')),
  )
}

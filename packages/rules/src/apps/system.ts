/** Who a system client belongs to: what it may match and export follows from that, not from its scopes (OS-50). */
export interface Organization {
  readonly kind: 'provider' | 'payer'
  readonly name: string
  /** National provider identifiers: those of its clinicians, too. */
  readonly npis: readonly string[]
  /** The code of an insurer (NAIC), if it has one. */
  readonly naic: string | null
}

export const organizationKinds = ['provider', 'payer'] as const

export const maxNpis = 2000

/** Ten digits, of which the last proves the others (Luhn, after the prefix 80840). */
export function isNpi(text: string): boolean {
  if (!/^[12]\d{9}$/.test(text)) return false
  const sum = [...`80840${text}`].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}

/** The scopes of systems: to read a type, or everything, in exports, and to send requests for approval. */
export const systemScopes: readonly string[] = [
  ...['rs', 'r', 's', 'read', '*'].flatMap((permission) =>
    ['*', 'Group', 'Patient', 'Coverage', 'ExplanationOfBenefit'].map((type) => `system/${type}.${permission}`),
  ),
  ...['c', 'write', '*'].map((permission) => `system/Claim.${permission}`),
]

/** What scopes of a system let it read of a type. */
export function maySystemRead(scopes: readonly string[], type: string): boolean {
  return scopes.some((scope) => {
    const [, of, permission = ''] = /^system\/(\*|[A-Z][A-Za-z]+)\.(\*|[a-z]+)$/.exec(scope) ?? []
    return (of === '*' || of === type) && (permission === '*' || permission === 'read' || permission.includes('r'))
  })
}

/** Whether scopes of a system let it send a type: what only reads sends nothing. */
export function maySystemCreate(scopes: readonly string[], type: string): boolean {
  return ['c', 'write', '*'].some(
    (permission) =>
      scopes.includes(`system/${type}.${permission}`) || (permission === '*' && scopes.includes('system/*.*')),
  )
}

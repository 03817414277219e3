import type { FamilyRule, Holder, LimitKind, Network } from '@portico/rules/coverage/balances'
import { findWords, listCodes } from './codes.ts'
import type { Concept } from './shapes.ts'

/**
 * The meaning of codes for plans and their balances, whatever their code system: those of HL7's examples, CARIN, Da Vinci's formulary and
 * price transparency guides. Without a known code, the payer's words decide.
 */
export const costCodes: Readonly<Record<string, 'copay' | 'coinsurance' | LimitKind>> = {
  copay: 'copay',
  copayment: 'copay',
  coinsurance: 'coinsurance',
  copaypct: 'coinsurance',
  'copay-percent': 'coinsurance',
  deductible: 'deductible',
  'out-of-pocket': 'out-of-pocket',
  'out-of-pocket-maximum': 'out-of-pocket',
  'out-of-pocket-max': 'out-of-pocket',
  maxoutofpocket: 'out-of-pocket',
  moop: 'out-of-pocket',
  oop: 'out-of-pocket',
}

/** Qualifiers of a cost. */
const qualifierCodes = {
  'after-deductible': { deductibleApplies: true },
  'before-deductible': { deductibleApplies: false },
  'deductible-waived': { deductibleApplies: false },
  'no-charge': { free: true },
  'no-charge-after-deductible': { free: true, deductibleApplies: true },
  'not-covered': { covered: false },
  'prior-authorization': { priorAuthorization: true },
  individual: { holder: 'person' },
  person: { holder: 'person' },
  family: { holder: 'family' },
  embedded: { rule: 'embedded' },
  aggregate: { rule: 'aggregate' },
  'non-embedded': { rule: 'aggregate' },
} as const satisfies Readonly<Record<string, Qualities>>

export interface Qualities {
  readonly deductibleApplies?: boolean
  readonly free?: boolean
  readonly covered?: boolean
  readonly priorAuthorization?: boolean
  readonly holder?: Holder
  readonly rule?: FamilyRule
}

export function findQualities(qualifiers: readonly (Concept | undefined)[]): Qualities {
  const known = qualifiers.flatMap((one) =>
    listCodes(one).flatMap((code) =>
      Object.hasOwn(qualifierCodes, code) ? [qualifierCodes[code as keyof typeof qualifierCodes]] : [],
    ),
  )
  return Object.assign({}, ...known)
}

/** The kind of an amount by its code, or else by the payer's words; null if neither is known. */
export function findCostKind(concept: Concept | undefined): (typeof costCodes)[string] | null {
  for (const code of listCodes(concept)) if (Object.hasOwn(costCodes, code)) return costCodes[code] ?? null
  const words = findWords(concept) ?? ''
  if (/out.of.pocket/i.test(words)) return 'out-of-pocket'
  if (/deductible/i.test(words)) return 'deductible'
  if (/co-?insurance/i.test(words)) return 'coinsurance'
  return /co-?pay/i.test(words) ? 'copay' : null
}

export function findLimitKind(concept: Concept | undefined): LimitKind | null {
  const kind = findCostKind(concept)
  return kind === 'deductible' || kind === 'out-of-pocket' ? kind : null
}

/** The network that codes or words name; null if they name none. */
export function findNetwork(...concepts: readonly (Concept | undefined)[]): Network | null {
  const words = concepts.map((one) => `${listCodes(one).join(' ')} ${findWords(one) ?? ''}`.toLowerCase()).join(' ')
  // "Out of pocket" does not mean out of network.
  const said = words.replaceAll(/out.of.pocket/g, ' ')
  // Callers count an amount for both networks together as in network.
  if (/\bin\b(?:.network)?\W*(?:and|or|&|\/|\+)\W*out\b/.test(said)) return null
  if (/out.of.network|outofnetwork|\bout\b|non-?par/.test(said)) return 'out'
  return /in.network|innetwork|\bin\b/.test(said) ? 'in' : null
}

/** The meaning of the types of a coverage's own costs (`Coverage.costToBeneficiary`). */
export const visitCodes: Readonly<Record<string, string>> = {
  gpvisit: 'primary',
  spvisit: 'specialist',
  urgentcare: 'urgent',
  emergency: 'emergency',
}

import type { ReadBalance } from '../../../member/claims/incoming.ts'
import { findWords, hasCode, listCodes } from './codes.ts'
import { findLimitKind, findNetwork } from './plan-codes.ts'
import type { Concept, ExplanationOfBenefit } from './shapes.ts'

type Coding = Concept['coding'][number]

/** Blue Button has a claim's own amounts among the balances: in version 2, each has a URL as its code. */
export function isOfVersionTwo({ code }: Coding): boolean {
  return code?.includes('/variables/') === true
}

/** The same for version 3. */
export function isOfVersionThree({ system }: Coding): boolean {
  return system?.endsWith('bluebutton.cms.gov/fhir/CodeSystem/Benefit-Balance') === true
}

/**
 * The balances for a year. Balances for a day, a stay or a lifetime are not yearly limits, and Blue Button uses them for a claim's own
 * amounts.
 */
export function readBalances(eob: ExplanationOfBenefit, claimType: string): ReadBalance[] {
  if (eob.status === 'cancelled' || eob.status === 'entered-in-error' || eob.status === 'draft') return []
  const read = eob.benefitBalance.flatMap(
    ({ category, excluded, name, description, network, unit, term, financial }) => {
      if (excluded === true || (term !== undefined && !hasCode(term, 'annual'))) return []
      const scope = findScope(category, claimType)
      if (scope === null) return []
      const named = {
        coding: category?.coding ?? [],
        text: [name, description, category?.text].filter(Boolean).join(' '),
      }
      const called = [name ?? description, category?.text].filter(Boolean).join(' ')
      // A sentence such as "what you pay out before the plan pays" names no network.
      const ofNetwork = /network|non-?par/i.test(description ?? '')
        ? named.text
        : [name, category?.text].filter(Boolean).join(' ')
      return financial.flatMap(({ type, allowedMoney, usedMoney }) => {
        if (type?.coding.some((one) => isOfVersionTwo(one) || isOfVersionThree(one))) return []
        // The remainder of a limit is neither the limit nor the amount used; a long description may mention it in passing.
        if (/\b(?:remain\w*|left|unused)\b/i.test(`${findWords(type) ?? ''} ${called}`)) return []
        const kind = findLimitKind(type) ?? (isOfOneService(type) ? null : findLimitKind(named))
        // A negative amount is an error or a reversal.
        const used = usedMoney !== undefined && usedMoney >= 0 ? usedMoney : undefined
        if (kind === null || (allowedMoney === undefined && used === undefined)) return []
        const isFamily = hasCode(unit, 'family') || /family/i.test(`${findWords(unit) ?? ''} ${name ?? ''}`)
        return {
          scope,
          balance: {
            kind,
            network: findNetwork(network) ?? findNetwork({ coding: [], text: ofNetwork }) ?? 'in',
            holder: isFamily ? 'family' : 'person',
            limitCents: allowedMoney ?? null,
            usedCents: used ?? null,
          },
        } as const
      })
    },
  )
  const isOfSame = (one: ReadBalance, other: ReadBalance) =>
    one.kind === other.kind && one.network === other.network && one.holder === other.holder
  const whole = read.filter(({ scope }) => scope === 'plan').map(({ balance }) => balance)
  const rest = read.filter(({ scope, balance }) => scope === 'some' && !whole.some((one) => isOfSame(one, balance)))
  return [...whole, ...rest.map(({ balance }) => balance)]
}

/** Whether HL7 defines an amount per visit or service (`copay-maximum`, `vision-exam`): it is not a yearly limit. */
function isOfOneService(type: Concept | undefined): boolean {
  return listCodes(type).some((code) => /^(?:co-?pay|coinsurance|visit|room|vision-|medical-|pharmacy-)/.test(code))
}

/** HL7's categories for a plan as a whole, and for dental and vision care, which a plan for only that care has. */
const wholePlan = ['1', '30', '55', 'f1', 'medical']
const ofKind: Readonly<Record<string, readonly string[]>> = {
  oral: ['23', '24', '25', '26', '27', '28', '35', '36', '37', 'f3', 'dental', 'oral'],
  vision: ['f6', 'al', 'vision'],
  pharmacy: ['88', '90', '91', '92', 'pharmacy', 'drug'],
}

/** What a balance covers: the plan as a whole, something unknown, or (null) one kind of care, whose limit is not the plan's. */
function findScope(category: Concept | undefined, claimType: string): 'plan' | 'some' | null {
  const codes = listCodes(category)
  if (codes.length === 0 || codes.some((code) => wholePlan.includes(code))) return 'plan'
  const isOfHl7 = category?.coding.some(({ system }) => /ex-benefitcategory|service[-_]?type|1365$/i.test(system ?? ''))
  const kind = Object.keys(ofKind).find((one) => ofKind[one]?.some((code) => codes.includes(code)))
  if (kind !== undefined) return claimType === kind ? 'plan' : null
  return isOfHl7 === true ? null : 'some'
}

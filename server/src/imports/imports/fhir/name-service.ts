import plainNames from '../../../member/coverage/care-texts/hcpcs.json' with { type: 'json' }
import { findWords, isZeros, shortCode } from './codes.ts'
import type { Concept, Item } from './shapes.ts'

/** The names by which people know code lists, by URL. */
const lists = [
  [/ama-assn\.org\/go\/cpt|113883\.6\.12$/i, 'CPT'],
  [/hcpcs|113883\.6\.285$/i, 'HCPCS'],
  [/icd-?10/i, 'ICD-10'],
  [/cdt|113883\.6\.13$/i, 'CDT'],
  [/\/ndc$/i, 'NDC'],
  [/rxnorm/i, 'RxNorm'],
  [/nubc|revenue/i, 'Revenue code'],
] as const

/**
 * The service of a line: in the payer's words, else in the portal's words for its code, else the code itself, except codes that mean
 * nothing to people.
 */
export function nameService({ productOrService, revenue }: Pick<Item, 'productOrService' | 'revenue'>): string | null {
  return findWords(productOrService) ?? nameCode(productOrService) ?? findWords(revenue) ?? nameCode(revenue)
}

function nameCode(concept: Concept | undefined): string | null {
  const codings = (concept?.coding ?? []).flatMap(({ system = '', code }) => {
    const short = shortCode(code)
    const isNone = short === '' || short === 'not-applicable' || isZeros(short)
    return isNone || /snomed|data-absent/i.test(system) ? [] : { system, code: short }
  })
  const plain: Readonly<Record<string, string>> = plainNames
  const named = codings.map(({ code }) => plain[code.toUpperCase()]).find((one) => one !== undefined)
  if (named !== undefined) return named
  const [first] = codings
  if (first === undefined) return null
  const list = lists.find(([address]) => address.test(first.system))?.[1]
  return list === undefined ? first.code : `${list} ${first.code}`
}

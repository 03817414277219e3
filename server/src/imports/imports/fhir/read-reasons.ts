import type { Reason } from '../../../member/claims/incoming.ts'
import { saysNothing } from '../text.ts'
import { findWords, hasCode, isZeros, shortCode } from './codes.ts'
import type { Adjudication, Concept, ExplanationOfBenefit } from './shapes.ts'

type Coding = Concept['coding'][number]

/** Categories that qualify a decision and are not its reasons. */
const qualifiers = [
  ...['billingnetworkstatus', 'renderingnetworkstatus', 'benefitpaymentstatus', 'line_prcsg_ind_cd'],
  // CARIN's first edition: a provider's contract with the payer is not a reason, and does not determine the network.
  ...['inoutnetwork', 'billingnetworkcontractingstatus'],
  ...['renderingnetworkcontractingstatus', 'performingnetworkcontractingstatus'],
]

/** The reasons of a decision, each once. A pharmacy's reasons are NCPDP's if the file does not name their list. */
export function listReasons(adjudications: readonly Adjudication[], ofPharmacy: boolean): Reason[] {
  const reasons = adjudications
    .filter(({ category }) => !hasCode(category, ...qualifiers))
    .flatMap(({ category, reason }) => {
      const rejects = ofPharmacy && hasCode(category, 'denialreason', 'rejectreason')
      return reason === undefined ? [] : readReason(reason, rejects)
    })
  return [...new Map(reasons.map((reason) => [`${reason.code} ${reason.text}`, reason])).values()]
}

/** One reason, or none: a group code alone, or placeholder zeros, is not a reason. */
function readReason({ coding, text }: Concept, rejects: boolean): Reason[] {
  // The group code that X12 writes before a reason says only who bears it.
  const own = coding.filter((one) => !isGroup(one))
  const [first = coding[0], ...others] = own
  const words = findWords({ text, coding: [first ?? [], others].flat() }) ?? null
  const isFiller = isZeros(shortCode(first?.code)) && saysNothing(first?.display ?? '')
  const code = isFiller ? '' : nameCode(first, own.length < coding.length, rejects)
  return code === '' && words === null ? [] : [{ code, text: words }]
}

function isGroup({ code }: Coding): boolean {
  return /^(?:CO|CR|OA|PI|PR)$/i.test(shortCode(code))
}

/** The forms of X12's reasons and of CMS's remarks. */
const formOfX12 = /^(?:[ABDPWY]?\d{1,3}|MA?\d{1,3}|N\d{1,3})$/i

/**
 * The code of a reason. The same number has a different meaning in each list: only the codes of X12 and of CMS's remarks stay as they are,
 * and are explained in the portal's words. A pharmacy's codes get the prefix NCPDP, and codes of other lists that look like X12's a
 * character that X12's never have.
 */
function nameCode(coding: Coding | undefined, hasGroup: boolean, rejects: boolean): string {
  const [said, system] = [shortCode(coding?.code), coding?.system?.trim() ?? '']
  const [, inGroup] = /^(?:CO|CR|OA|PI|PR)[-: ]*([A-Z]?\d{1,3})$/i.exec(said) ?? []
  if (inGroup !== undefined) return inGroup.toUpperCase()
  const isOfNcpdp = /ncpdp|511-?fb/i.test(system) || (system === '' && rejects && !hasGroup)
  if (isOfNcpdp && /^\w{1,3}$/.test(said)) return `NCPDP ${said.toUpperCase()}`
  if (hasGroup || !formOfX12.test(said)) return said
  const isOfX12 = system === '' || /x12|wpc-edi|ansi|\b[cr]arc\b|remark|remittance|adjustment-?reason/i.test(system)
  return isOfX12 ? said : `#${said}`
}

/** The outcome of a claim, in words: CMS writes a code there (`01`) that means nothing to members. */
export function findDisposition({ disposition }: Pick<ExplanationOfBenefit, 'disposition'>): string | undefined {
  return disposition !== undefined && /\p{L}{2}/u.test(disposition) ? disposition : undefined
}

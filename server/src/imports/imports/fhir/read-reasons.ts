import type { Reason } from '../../../member/claims/incoming.ts'
import { saysNothing } from '../text.ts'
import { findWords, hasCode, isZeros, shortCode } from './codes.ts'
import type { Adjudication, Concept, ExplanationOfBenefit } from './shapes.ts'

type Coding = Concept['coding'][number]

/** Categories that qualify a decision and are no reasons of it. */
const qualifiers = [
  ...['billingnetworkstatus', 'renderingnetworkstatus', 'benefitpaymentstatus', 'line_prcsg_ind_cd'],
  // CARIN's first edition: whether somebody has a contract with the payer is no reason, and does not tell the network.
  ...['inoutnetwork', 'billingnetworkcontractingstatus'],
  ...['renderingnetworkcontractingstatus', 'performingnetworkcontractingstatus'],
]

/** Why it was decided so, each reason once. A pharmacy's reasons are NCPDP's where the file does not say whose they are. */
export function listReasons(adjudications: readonly Adjudication[], ofPharmacy: boolean): Reason[] {
  const reasons = adjudications
    .filter(({ category }) => !hasCode(category, ...qualifiers))
    .flatMap(({ category, reason }) => {
      const rejects = ofPharmacy && hasCode(category, 'denialreason', 'rejectreason')
      return reason === undefined ? [] : readReason(reason, rejects)
    })
  return [...new Map(reasons.map((reason) => [`${reason.code} ${reason.text}`, reason])).values()]
}

/** One reason, or none: a group, or zeros that are said to mean nothing, say none. */
function readReason({ coding, text }: Concept, rejects: boolean): Reason[] {
  // The group that X12 writes before a reason says only who bears it.
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
 * The code of a reason. One number means another thing in each list: only those of X12 and of CMS's remarks stand as they are, and are explained
 * in our own words. A pharmacy's are marked with NCPDP, and those of a list that nobody here knows with a sign that X12 has not.
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

/** What became of a claim, in words: CMS writes a code there (`01`), which tells nobody anything. */
export function findDisposition({ disposition }: Pick<ExplanationOfBenefit, 'disposition'>): string | undefined {
  return disposition !== undefined && /\p{L}{2}/u.test(disposition) ? disposition : undefined
}

import { elsewhere } from '@portico/rules/fhir/publish'
import { saysNothing } from '../text.ts'
import type { Concept, Reference } from './shapes.ts'

/** The last part of a code: CMS Blue Button writes URLs where others write codes. */
export function shortCode(code: string | undefined): string {
  return code === undefined ? '' : code.slice(code.lastIndexOf('/') + 1).trim()
}

/** Whether a code consists of zeros, which systems fill in for unknown values: `00000-0000-00`, `0000`. */
export function isZeros(code: string): boolean {
  return /^0[0-]*$/.test(code)
}

/** The codes of a concept, short and in lower case. */
export function listCodes(concept: Concept | undefined): string[] {
  const codes: string[] = []
  for (const { code } of concept?.coding ?? []) {
    const short = shortCode(code).toLowerCase()
    if (short !== '') codes.push(short)
  }
  return codes
}

/** Whether a concept has one of the codes. This runs hundreds of times per claim, so it builds no list. */
export function hasCode(concept: Concept | undefined, ...codes: readonly string[]): boolean {
  for (const { code } of concept?.coding ?? []) if (codes.includes(shortCode(code).toLowerCase())) return true
  return false
}

/** Whether a concept has one of the codes, or the same word in place of a code. */
export function isCalled(concept: Concept | undefined, codes: readonly string[]): boolean {
  if (listCodes(concept).length > 0) return hasCode(concept, ...codes)
  return codes.includes(
    findWords(concept)
      ?.toLowerCase()
      .replace(/[^a-z]/g, '') ?? '',
  )
}

/** A concept in the payer's own words: its text, or else the first display; undefined if it has neither. */
export function findWords(concept: Concept | undefined): string | undefined {
  const words = [concept?.text, ...(concept?.coding ?? []).map(({ display }) => display)]
  return words.map((text) => text?.trim()).find((text) => text !== undefined && text !== '' && !saysNothing(text))
}

/** The id in a reference, in any form: `Patient/1`, a full URL, `urn:uuid:…`; else undefined. */
export function findTargetId(reference: Reference | undefined): string | undefined {
  const text = reference?.reference?.trim()
  if (text === undefined || text.startsWith('#')) return undefined
  // A resource on another server is not the one with the same id here.
  if (text.startsWith(elsewhere)) return text.slice(elsewhere.length)
  const plain = withoutVersion(text)
  return plain.split(plain.startsWith('urn:') ? ':' : '/').at(-1)
}

/** The id of the Patient in a reference; undefined if the reference names another type, such as a `Group`. */
export function findPatientId(reference: Reference | undefined): string | undefined {
  const [, said] = /(?:^|\/)([A-Z][a-z]\w*)\/[^/]+$/.exec(withoutVersion(reference?.reference?.trim() ?? '')) ?? []
  const types = [said, reference?.type?.trim() || undefined]
  return types.every((type) => type === undefined || type === 'Patient') ? findTargetId(reference) : undefined
}

/** A reference without a version or a part within the resource. */
export function withoutVersion(reference: string): string {
  const text = reference.trim()
  const part = text.indexOf('#', 1)
  return (part === -1 ? text : text.slice(0, part)).split('/_history/', 1)[0] ?? ''
}

/** The calendar day of a FHIR date or moment, in its writer's time zone; undefined if only the year or month is known. */
export function toDay(when: string | undefined): string | undefined {
  return when !== undefined && when.length >= 10 ? when.slice(0, 10) : undefined
}

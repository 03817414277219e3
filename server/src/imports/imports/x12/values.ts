import { isUtf8 } from 'node:buffer'
import { decodeWindows1252 } from '../csv/windows-1252.ts'
import { isDay } from '../days.ts'
import { cleanLine } from '../text.ts'
import type { Segment } from './segments.ts'

/** A text as people wrote it: UTF-8, else Windows-1252. */
function decode(latin: string): string {
  if (!/[\x80-\xff]/.test(latin)) return latin
  const bytes = Buffer.from(latin, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : (decodeWindows1252(bytes) ?? latin)
}

/** An element of a segment as a text of one line; '' if it is not there. */
export function readText(segment: Segment | undefined, at: number): string {
  const raw = segment?.elements[at] ?? ''
  return raw === '' ? '' : cleanLine(decode(raw))
}

/** A code or number: without blanks around it, in capitals. */
export function readCode(segment: Segment | undefined, at: number): string {
  return readText(segment, at).toUpperCase()
}

/** The components of an element. */
export function readComponents(segment: Segment | undefined, at: number): string[] {
  const raw = segment?.elements[at] ?? ''
  return segment === undefined || raw === '' ? [] : splitComposite(raw, segment.separators.component)
}

/** Some write another sign between components than ISA16 says: it is known by standing behind the short code that they begin with. */
const otherComponent = /^\s*[A-Z0-9]{1,3}\s*([:><|^\\])/i

function splitComposite(raw: string, component: string): string[] {
  const sign = raw.includes(component) ? component : (otherComponent.exec(raw)?.[1] ?? component)
  return raw.split(sign).map((part) => cleanLine(decode(part)))
}

/** The repetitions of an element, each in its components. */
export function readRepetitions(segment: Segment, at: number): string[][] {
  const raw = segment.elements[at] ?? ''
  const { repetition, component } = segment.separators
  if (raw === '') return []
  const each = repetition === null ? [raw] : raw.split(repetition)
  return each.map((one) => splitComposite(one, component))
}

/** `yyyy-mm-dd` of `yyyymmdd`, with or without a time; null if there is no such day. */
export function parseDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(\d{4,6})?$/.exec(text.trim()) ?? []
  if (year === undefined) return null
  const iso = `${year}-${month}-${day}`
  return isDay(iso) ? iso : null
}

/** The first and last day of a date of format D8, DT or RD8; null if it is none. */
export function parsePeriod(format: string, text: string): { readonly from: string; readonly to: string } | null {
  const [first = '', last = first] = format === 'RD8' ? text.split('-') : [text]
  const [from, to] = [parseDay(first), parseDay(last)]
  // What ends before it begins is no period.
  return from === null || to === null || to < from ? null : { from, to }
}

/** Whole cents of an amount; null if it is none. */
export function parseCents(text: string): number | null {
  const plain = text.trim()
  if (!/^[+-]?(\d{1,15}(\.\d{0,4})?|\.\d{1,4})$/.test(plain)) return null
  // Half a cent counts as one, below zero too, so that a reversal has the cents of what it takes back.
  const cents = Math.round(Number(`${plain.replace(/^[+-]/, '')}e2`))
  return plain.startsWith('-') ? 0 - cents : cents
}

/** A number that counts something; null if it is none. */
export function parseQuantity(text: string): number | null {
  return /^[+-]?(\d{1,12}(\.\d{0,6})?|\.\d{1,6})$/.test(text.trim()) ? Number(text) : null
}

/** A name without case, accents, hyphens and blanks, as names are compared. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase()
}

import { isUtf8 } from 'node:buffer'
import { roundToCents } from '../cents.ts'
import { decodeWindows1252 } from '../csv/windows-1252.ts'
import { isDay } from '../days.ts'
import { cleanLine } from '../text.ts'
import type { Segment } from './segments.ts'

/** Decodes a text: UTF-8, else Windows-1252. */
function decode(latin: string): string {
  if (!/[\x80-\xff]/.test(latin)) return latin
  const bytes = Buffer.from(latin, 'latin1')
  return isUtf8(bytes) ? bytes.toString('utf8') : (decodeWindows1252(bytes) ?? latin)
}

/** An element of a segment as a text on one line; '' if it is missing. */
export function readText(segment: Segment | undefined, at: number): string {
  const raw = segment?.elements[at] ?? ''
  return raw === '' ? '' : cleanLine(decode(raw))
}

/** A code or number: without surrounding blanks, in capitals. */
export function readCode(segment: Segment | undefined, at: number): string {
  return readText(segment, at).toUpperCase()
}

/** The components of an element. */
export function readComponents(segment: Segment | undefined, at: number): string[] {
  const raw = segment?.elements[at] ?? ''
  return segment === undefined || raw === '' ? [] : splitComposite(raw, segment.separators.component)
}

/** Some files use another component separator than ISA16 states: it is recognized by its position after the short code at the beginning. */
const otherComponent = /^\s*[A-Z0-9]{1,3}\s*([:><|^\\])/i

function splitComposite(raw: string, component: string): string[] {
  const sign = raw.includes(component) ? component : (otherComponent.exec(raw)?.[1] ?? component)
  return raw.split(sign).map((part) => cleanLine(decode(part)))
}

/** The repetitions of an element, each with its components. */
export function readRepetitions(segment: Segment, at: number): string[][] {
  const raw = segment.elements[at] ?? ''
  const { repetition, component } = segment.separators
  if (raw === '') return []
  const each = repetition === null ? [raw] : raw.split(repetition)
  return each.map((one) => splitComposite(one, component))
}

/** `yyyy-mm-dd` from `yyyymmdd`, with or without a time; null if the day does not exist. */
export function parseDay(text: string): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)(\d{4,6})?$/.exec(text.trim()) ?? []
  if (year === undefined) return null
  const iso = `${year}-${month}-${day}`
  return isDay(iso) ? iso : null
}

/** The first and last day of a date in format D8, DT or RD8; null if it is invalid. */
export function parsePeriod(format: string, text: string): { readonly from: string; readonly to: string } | null {
  const [first = '', last = first] = format === 'RD8' ? text.split('-') : [text]
  const [from, to] = [parseDay(first), parseDay(last)]
  // A period that ends before it begins is invalid.
  return from === null || to === null || to < from ? null : { from, to }
}

/** An amount in whole cents; null if it is invalid. */
export function parseCents(text: string): number | null {
  const plain = text.trim()
  return /^[+-]?(\d{1,15}(\.\d{0,40})?|\.\d{1,40})$/.test(plain) ? roundToCents(Number(plain)) : null
}

/** A quantity; null if it is invalid. */
export function parseQuantity(text: string): number | null {
  return /^[+-]?(\d{1,12}(\.\d{0,6})?|\.\d{1,6})$/.test(text.trim()) ? Number(text) : null
}

/** A name for comparison: without case, accents, hyphens and blanks. */
export function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toUpperCase()
}

import { checkNpn } from '@portico/rules/agencies/npn'
import { isNpi } from '@portico/rules/apps/system'
import { findStateCode } from '@portico/rules/finder/us-states'
import { isNotKnown } from '@portico/rules/time/known-days'
import { roundToCents } from '../cents.ts'
import { isDay, isNoBeginning, isNoEnd } from '../days.ts'
import { Refused } from '../refused.ts'
import { cleanLine, formulaReason, isEmptyMark, isFormula, isNoNumber, saysNothing } from '../text.ts'

/** What a cell may hold; `words` describes it in the documentation. */
export interface CellType<T> {
  readonly words: string
  /** Whether a non-empty cell says that nothing is known, in addition to the usual marks of an empty cell. */
  readonly isUnsaid?: (text: string) => boolean
  /** Whether `NULL` may be a value: it is a surname. */
  readonly mayBeNull?: true
  /** The value of a non-empty cell. Throws Refused. */
  read(text: string): T
}

/** Whether a cell holds nothing. */
export function isUnsaidCell(type: CellType<unknown>, text: string): boolean {
  return text === '' || (type.mayBeNull !== true && isEmptyMark(text)) || type.isUnsaid?.(text) === true
}

function refuse(reason: string): never {
  throw new Refused('', reason)
}

/** Text of at most `max` characters that a spreadsheet has not damaged. */
export function words(max: number): CellType<string> {
  return {
    words: `text, ${max} characters at most`,
    isUnsaid: saysNothing,
    read: (text) => {
      refuseSpoiled(text)
      return text.length <= max ? text : refuse(`is longer than ${max} characters`)
    },
  }
}

/** An id from a plan's system: text, without the `.0` that programs append to whole numbers. */
export function acceptId(max: number): CellType<string> {
  const { read, ...type } = words(max)
  return { ...type, read: (text) => read(withoutZeros(text)) }
}

/** An id that a plan chooses, which may be any word, such as `NONE` for a region. */
export function acceptCode(max: number): CellType<string> {
  const { words: said, read } = acceptId(max)
  return { words: said, read }
}

/** Refuses what a spreadsheet shows in place of a value: `1.23E+11`, `#N/A`, `####`. Throws Refused. */
function refuseSpoiled(text: string): void {
  // Some write a comma for the point, or leave out the plus sign.
  if (/^-?\d(?:[.,]\d+)?E\+\d+$|^-?\d[.,]\d+E\d+$/i.test(text))
    refuse('was shortened by a spreadsheet: format its column as text before it is saved')
  // A formula is nobody's text.
  if (/^=(?:[A-Z][A-Z.\d]*\(.*\)|[-+]?[$A-Z\d.]+(?:[-+*/&^:][$A-Z\d.]+)+)$/is.test(text))
    refuse('is a formula of a spreadsheet')
  // In any language: `#REF!`, `#¡REF!`, `#SPILL!`, `#NOMBRE?`.
  if (/^#(?:N\/A|GETTING_DATA|[¡¿]?[\p{L}\d/_]+[!?])$|^#{3,}$/iu.test(text)) refuse('is an error of a spreadsheet')
}

/** A member or contract number: blanks and hyphens are ignored, letters become capitals. */
export const number: CellType<string> = {
  words: 'letters and digits, 20 at most; blanks and dashes are ignored',
  isUnsaid: (text) => isNoNumber(text) || /^0+(?:\.0+)?$/.test(text),
  read: (text) => {
    refuseSpoiled(text)
    // Programs that read numbers append `.0`; quotes around them keep spreadsheets from doing so.
    const bare = text.replace(/^=?["'“‘](.*?)["'”’]?$/, '$1').replace(/^(\d{1,15})\.0+$/, '$1')
    const plain = bare.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
    return /^[A-Z0-9]{1,20}$/.test(plain) ? plain : refuse('is not 1 to 20 letters and digits')
  },
}

/** A person's name: one line, and no formula. */
export function personName(max: number): CellType<string> {
  const { words: said, read } = words(max)
  return {
    words: said,
    mayBeNull: true,
    read: (text) => {
      const name = read(cleanLine(text))
      return isFormula(name) ? refuse(formulaReason) : name
    },
  }
}

const dayWords = 'a day: `2026-03-31`, `3/31/2026` or `20260331`'

/** A day, `yyyy-mm-dd`. A placeholder for an unknown day counts as an empty cell. */
export const day: CellType<string> = {
  words: dayWords,
  isUnsaid: (text) => isDayWith(text, isNotKnown),
  read: (text) => {
    const written = parseDay(text)
    if (written === null) refuse(describeNoDay(text))
    if (isNotKnown(written)) refuse('is a day that stands for one that is not known')
    return isDay(written) ? written : refuse('is a day that does not exist')
  },
}

/** The day of a moment, such as `2026-11-01T08:00:00Z` or `11/01/2026 8:00`, as written; any other text unchanged. */
export function cutTime(text: string): string {
  return text.replace(/^(\d{4}-\d\d-\d\d|\d{1,2}\/\d{1,2}\/\d{4})[T ]+\d{1,2}:\d\d.*$/, '$1')
}

/** A last day; a placeholder for "never" means no end. */
export const lastDay: CellType<string> = { ...day, isUnsaid: (text) => isDayWith(text, isNoEnd) }

/** A first day of something that would be in force without one. */
export const firstDay: CellType<string> = {
  words: dayWords,
  isUnsaid: (text) => isDayWith(text, (written) => isNotKnown(written) && !isNoBeginning(written)),
  read: (text) => {
    const written = parseDay(text)
    return written !== null && isNoBeginning(written) ? refuse('is a day that never comes') : day.read(text)
  },
}

const moments =
  /[T :](?:0?0:00(?::00(?:\.0+)?)?|12:00(?::00)? ?AM|23:59(?::59(?:\.\d+)?)?|11:59(?::59)? ?PM)(?:Z|[+-]\d{2}:?\d{2})?$/i

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const monthNames =
  /^(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.? (\d{1,2}),? (\d{4})$/i

/** `31-Mar-2026` for `March 31, 2026`. */
function writeMonthSecond(text: string): string {
  const [, month = '', date, year] = monthNames.exec(text) ?? []
  return year === undefined ? text : `${date}-${month.slice(0, 3)}-${year}`
}

/** Null if the text is not in the form of a day. Only midnight, or the last moment of a day, may follow it. */
function parseDay(said: string): string | null {
  const text = said.replace(moments, '').replace(/^(\d{8})\.0+$/, '$1')
  const iso = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text)
  const american = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text)
  const named = /^(\d{1,2})[- ]?([a-z]{3})[- ]?(\d{4})$/i.exec(writeMonthSecond(text))
  const ofName = named?.[2] === undefined ? undefined : String(months.indexOf(named[2].toLowerCase()) + 1)
  const [year, month, date] = iso?.slice(1) ?? [
    american?.[3] ?? named?.[3],
    american?.[1] ?? ofName,
    american?.[2] ?? named?.[1],
  ]
  if (year === undefined || month === undefined || date === undefined) return null
  return `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`
}

/** Why a text is not a day, for the person who corrects the file. */
function describeNoDay(text: string): string {
  if (/^\d{1,2}[/-](?:\d{1,2}|[a-z]{3})[/-]\d{2}$/i.test(text)) return 'has a year of two digits: write all four'
  if (/^\d{5}(?:\.\d+)?$/.test(text)) return 'is a spreadsheet’s number of a day: format its column as dates'
  return 'is no day such as 2026-03-31'
}

function isDayWith(text: string, means: (day: string) => boolean): boolean {
  const written = parseDay(text)
  return written !== null && means(written)
}

/** A moment or a day, as ISO text. */
export const moment: CellType<string> = {
  words: 'a moment such as `2026-03-31T02:00:00Z`, or a day',
  isUnsaid: (text) => isDayWith(text.slice(0, /^\d{4}-\d{2}-\d{2}T/.test(text) ? 10 : undefined), isNotKnown),
  read: (text) => {
    const [, date, time, zone = 'Z'] =
      /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}[\d:.]*) ?(Z|[+-]\d{2}:?\d{2})?$/i.exec(text) ??
      readSpreadsheetMoment(text) ??
      readNamedMoment(text) ??
      []
    const read = date === undefined ? Number.NaN : Date.parse(`${day.read(date)}T${time}${zone.toUpperCase()}`)
    // The result must not depend on the server's time zone.
    return Number.isNaN(read) ? `${day.read(text)}T00:00:00.000Z` : new Date(read).toISOString()
  },
}

/** The day and time of a moment as a spreadsheet writes it: `3/31/2026 2:00`, `3/31/2026 2:00:15 PM`. */
function readSpreadsheetMoment(text: string): readonly [string, string, string] | null {
  const [said, date = '', hours = '', rest = '', half] =
    /^(\d{1,2}\/\d{1,2}\/\d{4}) +(\d{1,2})(:\d{2}(?::\d{2}(?:\.\d{1,3})?)?)(?: ?([AP])M)?$/i.exec(text) ?? []
  if (said === undefined) return null
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (/p/i.test(half) ? 12 : 0)
  return hour > 23 || (half !== undefined && !/^(?:0?[1-9]|1[0-2])$/.test(hours))
    ? null
    : [said, day.read(date), `${String(hour).padStart(2, '0')}${rest}`]
}

/** The day and time of a moment as SAS writes it: `31MAR2026:14:00:00`. */
function readNamedMoment(text: string): readonly [string, string, string] | null {
  const [said, date = '', time = ''] =
    /^(\d{1,2}[a-z]{3}\d{4}):(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?)$/i.exec(text) ?? []
  return said === undefined ? null : [said, day.read(date), time]
}

/** A moment as ISO text, or a day if no time is given: a day is not its first moment. */
export const momentOrDay: CellType<string> = {
  words: 'a moment such as `2026-03-31T02:00:00Z`, or a day',
  isUnsaid: (text) => moment.isUnsaid?.(text) ?? false,
  read: (text) =>
    /^(?:\d{4}-\d{2}-\d{2}(?:T| (?!0?0:00))|\d{1,2}\/\d{1,2}\/\d{4} +(?!0?0:00|12:00(?::00)? ?AM))/i.test(text)
      ? moment.read(text)
      : day.read(text),
}

/** An NPI, whose last digit is a check digit. */
export const npi: CellType<string> = {
  words: 'an NPI: ten digits',
  read: (said) => {
    const text = withoutZeros(said)
    return isNpi(text) ? text : refuse('is no NPI')
  },
}

/**
 * An amount with an exponent (`1.42E-14`, `1.0392E+02`) in plain digits; unchanged if a spreadsheet may have shortened it by more than the
 * digits after its cents, or if it has none.
 */
function writeOut(text: string): string {
  const [, decimals = '', exponent = ''] = /^\d(?:\.(\d{1,20}))?e([+-]?\d{1,2})$/i.exec(text) ?? []
  return exponent === '' || decimals.length - Number(exponent) < 2 ? text : Number(text).toFixed(20)
}

/** US dollars, in whole cents. */
export const money: CellType<number> = {
  words: 'US dollars: `1234.5`, `$1,234.50`, `-12.00`',
  read: (text) => {
    const { isBelow, plain } = readSign(text)
    const [said, whole = '', decimals = ''] =
      /^(\d{1,9}|\d{1,3}(?:,\d{3}){1,2}|(?=\.))(?:\.(\d{1,40}))?$/.exec(writeOut(plain)) ?? []
    // `1.234` may be a thousand and more in the notation of other countries.
    if (said === undefined || /^[1-9]\d{0,2}\.\d\d[1-9]$/.test(said))
      refuse('is no amount of US dollars such as 1234.50')
    const cents = roundToCents(Number(`${whole.replaceAll(',', '')}.${decimals}0`))
    return isBelow && cents !== 0 ? -cents : cents
  },
}

/**
 * An amount without its sign and `$`, in the notations of spreadsheets and accountants: `$ -`, `-$12.00`, `($12.00)`, `$ (12.00)`,
 * `12.00-`.
 */
function readSign(said: string): { readonly isBelow: boolean; readonly plain: string } {
  const text = said
    .replace(/\u2212/g, '-')
    .replace(/\s/g, ' ')
    .replace(/^([-(]? ?)US(?:D ?|\$)|(?<=\d\)?) ?USD$/i, '$1')
    // Thousands by blanks.
    .replace(/(?<!\d)\d{1,3}(?: \d{3})+(?=\.\d|$)/, (digits) => digits.replaceAll(' ', ''))
    .replace(/^\$ *-$/, '$0')
    .replace(/^\$ +/, '$$')
    .replace(/^\+(?=[$.\d])/, '')
  const [, inner] = /^(?:\$ ?)?\( ?(.+?) ?\)$/.exec(text) ?? []
  if (inner !== undefined) return { isBelow: true, plain: inner.replace(/^\$ ?/, '') }
  const [, before, between, plain = '', behind] = /^(-? ?)(?:\$ ?(-?))?(.*?)( ?-)?$/.exec(text) ?? []
  const signs = [before, between, behind].filter((mark) => mark?.includes('-')).length
  return signs > 1 ? { isBelow: false, plain: '' } : { isBelow: signs === 1, plain }
}

/** A whole number from `min` to `max`. */
export function count(min: number, max: number): CellType<number> {
  return {
    words: `a whole number from ${min} to ${max}`,
    read: (text) => {
      const value = /^\d{1,12}(?:\.0+)?$/.test(text) ? Number(text) : Number.NaN
      return value >= min && value <= max ? value : refuse(`is no whole number from ${min} to ${max}`)
    },
  }
}

/** A whole number without the `.0` that programs append. */
function withoutZeros(text: string): string {
  return text.replace(/^(\d{1,15})\.0+$/, '$1')
}

/** A whole percentage, with or without its sign. */
export const percent: CellType<number> = {
  words: 'a whole number from 0 to 100, also `20%`',
  read: (text) => {
    // In a spreadsheet's own format, 1 means all of the cost; as people write it, one percent.
    if (/^1(?:\.0+)?$/.test(text)) refuse('may be 1% or all of it: write 1% or 100%')
    return count(0, 100).read(text.replace(/\s*%$/, ''))
  },
}

export const yesNo: CellType<boolean> = {
  words: '`yes` or `no`',
  read: (text) => {
    if (/^(yes|y|true|t|1(\.0)?)$/i.test(text)) return true
    return /^(no|n|false|f|0(\.0)?)$/i.test(text) ? false : refuse('is neither yes nor no')
  },
}

/** One of several words, ignoring case, with the meaning of each. */
export function acceptOne<T extends string>(meanings: Readonly<Record<string, T>>): CellType<T> {
  const names = Object.keys(meanings)
  return {
    words: `one of ${names.map((name) => `\`${name}\``).join(', ')}`,
    read: (text) =>
      (Object.hasOwn(meanings, text.toLowerCase()) ? meanings[text.toLowerCase()] : undefined) ??
      refuse(`is none of ${names.join(', ')}`),
  }
}

export const email: CellType<string> = {
  words: 'an e-mail address',
  read: (said) => {
    const text = said.replace(/^mailto:/i, '')
    return text.length <= 254 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? text : refuse('is no e-mail address')
  },
}

/** A ZIP code that may lack leading zeros: `mendZip` puts them back. */
export const zipCode: CellType<string> = {
  words: 'five digits, or nine: `12345-6789`',
  read: (said) => {
    const text = withoutZeros(said)
    return /^\d{3,5}(-?\d{4})?$/.test(text) ? text : refuse('is no ZIP code of five digits')
  },
}

export const uuid: CellType<string> = {
  words: 'an id from the portal (UUID)',
  read: (text) =>
    /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text) ? text.toLowerCase() : refuse('is no id of the portal'),
}

export const state: CellType<string> = {
  words: 'a state: `PA`, or its name',
  read: (text) => findStateCode(text) ?? refuse('is no state: write it as two letters, such as PA'),
}

/** A National Producer Number. */
export const npn: CellType<string> = {
  words: 'up to ten digits',
  read: (text) =>
    checkNpn(text) === null ? text.trim() : refuse('is no National Producer Number of up to ten digits'),
}

/** A list of known words. */
export function acceptList<T extends string>(known: readonly T[]): CellType<readonly T[]> {
  return {
    words: `any of ${known.map((name) => `\`${name}\``).join(', ')}, separated by semicolons`,
    read: (text) =>
      text
        .split(';')
        .map((part) => part.trim().toLowerCase())
        .filter((part) => part !== '')
        .map((part) => known.find((one) => one === part) ?? refuse(`names what is none of ${known.join(', ')}`)),
  }
}

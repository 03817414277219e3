import type { Language } from '@portico/contract/page'
import { findLocale } from '@portico/rules/languages/list'
import { finderTexts } from './texts.ts'

const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** When a place is open on some days: 24-hour times, `08:00`; null: not stated. */
export interface OpenTime {
  readonly days: readonly Weekday[]
  readonly from: string | null
  readonly to: string | null
}

const shortDays = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const dayPart = `(?:${shortDays.join('|')})(?:-(?:${shortDays.join('|')}))?`
const timePart = '\\d\\d:\\d\\d-\\d\\d:\\d\\d'
const rule = `${dayPart}(?:,${dayPart})*(?: ${timePart}(?:,${timePart})*)?`
const written = new RegExp(`^${rule}(?:; ${rule})*$`)

export function isWeekday(text: string): text is Weekday {
  return (weekdays as readonly string[]).includes(text)
}

/** Opening hours in the language-neutral form of OpenStreetMap: `Mo-Fr 08:00-17:00; Sa 09:00-12:00`; null: no day is stated. */
export function writeOpening(times: readonly OpenTime[]): string | null {
  const byDay = weekdays.map((day) => {
    const some = times.filter(({ days }) => days.includes(day))
    if (some.length === 0) return null
    const spans = some.flatMap(({ from, to }) => (from === null || to === null ? [] : [`${from}-${to}`]))
    return [...new Set(spans)].sort().join(',')
  })
  const rules = [...new Set(byDay.filter((spans) => spans !== null))].map((spans) => {
    const open = byDay.map((one) => one === spans)
    const runs = shortDays.flatMap((day, at) => {
      if (!open[at] || open[at - 1]) return []
      const end = open.indexOf(false, at)
      const last = shortDays[(end === -1 ? open.length : end) - 1] ?? day
      return [last === day ? day : `${day}-${last}`]
    })
    return `${runs.join(',')}${spans === '' ? '' : ` ${spans}`}`
  })
  return rules.length === 0 ? null : rules.join('; ')
}

/** Opening hours in a reader's language if they have that form; else in the words of the file. */
export function tellOpening(hours: string | null, language: Language): string | null {
  if (hours === null || !written.test(hours)) return hours
  const locale = findLocale(language)
  const dayFormat = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const timeFormat = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  // January 1, 2024 was a Monday.
  const tellDay = (day: string) => dayFormat.format(Date.UTC(2024, 0, 1 + shortDays.indexOf(day)))
  const tellTime = (time: string) =>
    timeFormat.format(Date.UTC(2024, 0, 1, Number(time.slice(0, 2)), Number(time.slice(3))))
  const tellSpan = (span: string) =>
    /^00:00-(?:24:00|00:00|23:59)$/.test(span)
      ? finderTexts(language)('hours.allDay')
      : span.split('-').map(tellTime).join(' – ')
  return hours
    .split('; ')
    .map((one) => {
      const [days = '', spans] = one.split(' ')
      const told = days.split(',').map((run) => run.split('-').map(tellDay).join('–'))
      return [told.join(', '), ...(spans === undefined ? [] : [spans.split(',').map(tellSpan).join(', ')])].join(' ')
    })
    .join('; ')
}

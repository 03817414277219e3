import { useMemo } from 'react'
import { type Translate, useTexts } from './text.tsx'

/** Days are `yyyy-mm-dd`, moments ISO 8601 in UTC; money is in whole US cents. */
export interface Format {
  /** `Nov 9, 2026` */
  date(value: string): string
  /** `November 9, 2026` */
  dateLong(value: string): string
  /** `Nov 9`: for lists in which the year is obvious. */
  dayAndMonth(value: string): string
  /** `9:12 AM` */
  time(moment: string): string
  /** `Nov 9, 2026, 9:12 AM` */
  dateTime(moment: string): string
  money(cents: number): string
  number(value: number): string
  /** `today`, `yesterday`, `tomorrow`, otherwise the date; both in the same zone. */
  relativeDay(value: string, now: string): string
}

const dayPattern = /^\d{4}-\d{2}-\d{2}$/

/** A locale's formats; moments are shown in `timeZone` (the viewer's own when undefined), while days are the same everywhere. */
export function createFormat(locale: string, t: Translate, timeZone: string | undefined): Format {
  const formatDate = (value: string, options: Intl.DateTimeFormatOptions) => {
    const zone = dayPattern.test(value) ? 'UTC' : timeZone
    return dateFormat(locale, zone === undefined ? options : { ...options, timeZone: zone }).format(new Date(value))
  }
  const dayKey = (value: string) => formatDate(value, { year: 'numeric', month: 'numeric', day: 'numeric' })
  const date = (value: string) => formatDate(value, { year: 'numeric', month: 'short', day: 'numeric' })

  return {
    date,
    dateLong: (value) => formatDate(value, { year: 'numeric', month: 'long', day: 'numeric' }),
    dayAndMonth: (value) => formatDate(value, { month: 'short', day: 'numeric' }),
    time: (value) => plainSpaces(formatDate(value, { hour: 'numeric', minute: '2-digit' })),
    dateTime: (value) =>
      plainSpaces(
        formatDate(value, { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' }),
      ),
    money: (cents) => moneyFormat().format(cents / 100),
    number: (value) => value.toLocaleString(locale),
    relativeDay(value, now) {
      const day = 86_400_000
      const at = (offset: number) => dayKey(new Date(Date.parse(now) + offset * day).toISOString())
      if (dayKey(value) === at(0)) return t('format.today')
      if (dayKey(value) === at(-1)) return t('format.yesterday')
      return dayKey(value) === at(1) ? t('format.tomorrow') : date(value)
    },
  }
}

/** Formats for values that are the same in every zone: days, money, numbers. For moments there is `useMomentFormat`. */
export function useFormat(): Format {
  const { locale, t } = useTexts()
  return useMemo(() => createFormat(locale, t, 'America/New_York'), [locale, t])
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Kept, since creating one is slow in browsers; cleared at a limit, because a server formats for people of every zone. */
export function dateFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale} ${JSON.stringify(options)}`
  if (formats.size > 300) formats.clear()
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

const moneyFormats = new Map<boolean, Intl.NumberFormat>()

/**
 * `round`: without cents if there are none. Created once, like the others. US dollars look the same in every language here, as on bills and
 * cards: some locales would add the country, or reverse the order from right to left.
 */
export function moneyFormat(round = false): Intl.NumberFormat {
  const trailingZeroDisplay = round ? 'stripIfInteger' : 'auto'
  const options = { style: 'currency', currency: 'USD', trailingZeroDisplay } as const
  const format = moneyFormats.get(round) ?? new Intl.NumberFormat('en-US', options)
  moneyFormats.set(round, format)
  return format
}

/** Browsers and Node use different spaces before AM, but server and page must agree. */
function plainSpaces(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ')
}

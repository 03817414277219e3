import type { Language } from '@portico/contract/page'
import { parseDevice } from '@portico/rules/account-security/device'
import type { ContactName } from '@portico/rules/identity/contact'
import { findLocale } from '@portico/rules/languages/list'
import type { Block } from '../../platform/pdf/blocks.ts'
import { documentTexts, readPageTexts, readTexts } from '../../platform/texts.ts'
import en from './texts/en.json' with { type: 'json' }

export type TextId = keyof typeof en

/** The texts of the report. */
export const reportTexts = documentTexts(readTexts(en, import.meta.dirname))

const formTexts = documentTexts(readPageTexts('profile'))

/** Texts and formats of one language, for all parts of the report. */
export type ReportWords = ReturnType<typeof reportWords>

export function reportWords(language: Language) {
  const say = reportTexts(language)
  const sayOnForm = formTexts(language)
  const locale = findLocale(language)
  const moments = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'America/New_York',
  })
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const dollars = new Intl.NumberFormat(locale, { style: 'currency', currency: 'USD' })
  const numbers = new Intl.NumberFormat(locale)

  const day = (text: string) => days.format(new Date(`${text}T00:00:00Z`))
  const money = (cents: number) => dollars.format(cents / 100)
  const number = (value: number) => numbers.format(value)
  const nameValue = (value: string) => findText(`value.${value}`) ?? value
  const field = (label: TextId, value: string | null | undefined): Block[] =>
    value ? [{ kind: 'field', label: say(label), value }] : []

  return {
    say,
    day,
    money,
    number,
    nameValue,
    field,
    /** A line of contact information, named as on its form unless the document has words of its own for it. */
    contactField: (name: ContactName, value: string | null): Block[] =>
      value ? [{ kind: 'field', label: findText(name) ?? sayOnForm(`profile.${name}`), value }] : [],
    moment: (at: Date) => moments.format(at),
    /** An amount that may not be known. */
    amount: (cents: number | null) => (cents === null ? say('value.unknown') : money(cents)),
    /** The name of a code; the code itself if it has none. */
    coded: (kind: string, code: string) => findText(`${kind}.${code}`) ?? code,
    /** A field that says "not known" if it has no value. */
    known: (label: TextId, value: string | null | undefined): Block[] => field(label, value || say('value.not-known')),
    knownDay: (label: TextId, value: string | null): Block[] =>
      field(label, value === null ? say('value.not-known') : day(value)),
    part: (id: TextId, blocks: readonly Block[]): Block[] => [
      { kind: 'heading', text: say(id) },
      ...(blocks.length > 0 ? blocks : [{ kind: 'text', text: say('none') } as const]),
    ],
    sub: (text: string): Block => ({ kind: 'subheading', text }),
    yesNo: (is: boolean) => say(is ? 'yes' : 'no'),
    deviceText(userAgent: string) {
      const { kind, browser, system } = parseDevice(userAgent)
      if (browser !== null && system !== null) return say('device', { browser, system })
      return browser ?? system ?? say(kind === 'program' ? 'device.program' : 'device.unknown')
    },
  }

  function findText(id: string): string | null {
    return Object.hasOwn(en, id) ? say(id as TextId) : null
  }
}

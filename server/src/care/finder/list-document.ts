import type { Language } from '@portico/contract/page'
import type { ReportKind } from '@portico/rules/finder/limits'
import { findLocale } from '@portico/rules/languages/list'
import type { Block } from '../../platform/pdf/blocks.ts'
import type { PdfOptions, Sender } from '../../platform/pdf/document.ts'
import type { Entry } from './tell.ts'
import { finderTexts } from './texts.ts'

export interface ListJob {
  readonly entries: readonly Entry[]
  /** How many of their places are left out. */
  readonly more: number
  readonly brandName: string
  readonly sender: Sender
  readonly language: Language
  readonly now: Date
}

/** A printable list of providers, with the date of the directory. */
export function composeList(job: ListJob): { readonly blocks: readonly Block[]; readonly options: PdfOptions } {
  const { entries, more, brandName, language, sender, now } = job
  const say = finderTexts(language)
  const locale = findLocale(language)
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'America/New_York' })
  const plain = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' })
  const field = (label: string, value: string | null): Block[] =>
    value === null || value === '' ? [] : [{ kind: 'field', label, value }]
  // If we know only the ZIP code of an address, its distance may be zero.
  const away = (miles: number | null) =>
    miles === null ? null : miles === 0 ? say('document.close') : say('document.milesValue', { miles })
  const formatNote = (kind: ReportKind, value: string | null) =>
    say(kind === 'network' && value === null ? 'document.corrected-networks' : `document.corrected-${kind}`, {
      value: value ?? '',
    })
  const blocks: Block[] = [
    { kind: 'title', text: say('document.title') },
    { kind: 'text', text: say('document.about', { brandName, day: days.format(now) }) },
    ...entries.flatMap((entry): Block[] => [
      { kind: 'heading', text: [entry.name, entry.credential].filter(Boolean).join(', ') },
      ...field(say('document.care'), entry.specialties.map(({ name }) => name).join(', ') || entry.specialtyName),
      ...field(
        say('document.address'),
        [entry.address, [entry.city, entry.state, entry.zip].filter(Boolean).join(' ')].filter(Boolean).join('\n'),
      ),
      ...field(say('document.phone'), entry.phone),
      ...field(say('document.networks'), entry.networks.map(({ name }) => name).join(', ') || say('document.none')),
      ...field(
        say('document.verified'),
        entry.verified && entry.verifiedOn !== null
          ? plain.format(new Date(`${entry.verifiedOn}T00:00:00Z`))
          : say('document.unverified'),
      ),
      ...field(say('document.miles'), away(entry.miles)),
      ...entry.corrected.flatMap(({ kind, value }) => field(say('document.note'), formatNote(kind, value))),
    ]),
    ...(more === 0 ? [] : [{ kind: 'text' as const, text: say('document.more', { more }) }]),
  ]
  const footer = (page: number) => say('document.page', { page })
  return { blocks, options: { title: say('document.title'), language, createdAt: now, sender, footer } }
}

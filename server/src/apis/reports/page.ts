import type { Language } from '@portico/contract/page'
import { computePublished, type PublishedFigures, tellCount } from '@portico/rules/authorizations/figures'
import { findLocale } from '@portico/rules/languages/list'
import { attribute, languageAttributes, placeLine, text } from '../../platform/html.ts'
import { documentTexts, readTexts } from '../../platform/texts.ts'
import type { KeptFigures } from './figure-store.ts'
import en from './texts/en.json' with { type: 'json' }

const texts = documentTexts(readTexts(en, import.meta.dirname))

export interface FiguresPage {
  readonly language: Language
  readonly brand: string
  readonly name: string
  /** Past years, newest first. */
  readonly years: readonly KeptFigures[]
  readonly services: readonly string[]
  readonly nonce: string
}

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-inline-size: 60rem; margin: auto; padding: 1rem; overflow-wrap: anywhere }
table { border-collapse: collapse; inline-size: 100%; margin-block-end: 1rem }
th, td { padding: .375rem .5rem; border-block-end: 1px solid #8888; text-align: start; vertical-align: top }
td + td { white-space: nowrap }`

/** The public page about a brand's prior authorizations (OS-80): a document without scripts, the same for everyone. */
export function renderFigures(page: FiguresPage): string {
  const { language, brand, name, years, services, nonce } = page
  const t = texts(language)
  const number = new Intl.NumberFormat(findLocale(language), { maximumFractionDigits: 1 })
  return `<!doctype html>
<html ${languageAttributes(language)}>
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${text(t('title', { name }))}</title>
<style nonce="${nonce}">${style}</style></head>
<body><main>
${placeLine(language)}<h1>${text(t('title', { name }))}</h1>
<p>${text(t('lead'))}</p>
${years.length === 0 ? `<p>${text(t('none'))}</p>` : years.map((one) => renderYear(one, t, number)).join('\n')}
<h2>${text(t('services'))}</h2>
${services.length === 0 ? `<p>${text(t('services-none'))}</p>` : `<ul>${services.map((one) => `<li>${text(one)}</li>`).join('')}</ul>`}
<p><a href="/prior-authorization/${attribute(brand)}.csv">${text(t('csv'))}</a></p>
<p><a href="/fhir/endpoints.csv">${text(t('endpoints'))}</a></p>
</main></body>
</html>
`
}

type Say = ReturnType<typeof texts>

function renderYear({ year, figures, countedAt }: KeptFigures, t: Say, number: Intl.NumberFormat): string {
  const { shares, times } = computePublished(figures)
  const count = (share: PublishedFigures['shares'][number]) => {
    const told = tellCount(share)
    return told === null ? t('small') : t('of', { count: number.format(told.count), of: number.format(told.of) })
  }
  const partly = figures.standard.partly + figures.expedited.partly
  const notes = [
    shares.some((share) => tellCount(share) === null) ? t('small-note') : '',
    partly >= 11 ? t('partly', { count: number.format(partly), year }) : '',
    figures.unsaid >= 11 ? t('unsaid', { count: number.format(figures.unsaid) }) : '',
    t('counted', { day: countedAt.toISOString().slice(0, 10) }),
  ].filter((note) => note !== '')
  return `<h2>${text(t('year', { year }))}</h2>
<table><thead><tr><th scope="col">${text(t('share'))}</th><th scope="col">${text(t('percent'))}</th><th scope="col">${text(t('count'))}</th></tr></thead><tbody>
${shares
  .map(
    (share) =>
      `<tr><th scope="row">${text(t(share.name))}</th><td>${share.percent === null ? text(t('none-percent')) : `${number.format(share.percent)}%`}</td><td>${share.percent === null ? '' : text(count(share))}</td></tr>`,
  )
  .join('\n')}
</tbody></table>
<table><thead><tr><th scope="col">${text(t('time'))}</th><th scope="col">${text(t('hours'))}</th></tr></thead><tbody>
${times
  .map(
    ({ name, hours }) =>
      `<tr><th scope="row">${text(t(name))}</th><td>${hours === null ? text(t('unknown')) : number.format(hours)}</td></tr>`,
  )
  .join('\n')}
</tbody></table>
${notes.map((note) => `<p>${text(note)}</p>`).join('\n')}`
}

/** The same as rows for programs: figures that are unknown, or too small to publish, are empty. */
export function listFigureRows(brand: string, years: readonly KeptFigures[]): string[][] {
  const say = (value: number | null | undefined) => (value == null ? '' : String(value))
  return [
    ['brand', 'year', 'measure', 'percent', 'count', 'of', 'hours'],
    ...years.flatMap(({ year, figures }) => {
      const { shares, times } = computePublished(figures)
      return [
        ...shares.map((share) => {
          const told = share.percent === null ? null : tellCount(share)
          return [brand, `${year}`, share.name, say(share.percent), say(told?.count), say(told?.of), '']
        }),
        ...times.map(({ name, hours }) => [brand, `${year}`, name, '', '', '', say(hours)]),
      ]
    }),
  ]
}

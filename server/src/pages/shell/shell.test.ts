import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadBrands } from '../../brands/brand/load.ts'
import { readShell } from './shell.ts'

const brands = loadBrands(join(import.meta.dirname, '../../../../brands'))

test('LG-1 FT-2 if a plan has its own notice of non-discrimination, its links lead there, and not to the shared page', async () => {
  const href = 'https://plan.example/rights'
  const links = [
    { id: 'non-discrimination', label: 'Your rights', url: '/login/#!/non-discrimination', newWindow: false },
  ]
  const footer = JSON.stringify(links.map((link) => ({ ...link, mobileOnly: false, brandVisibility: [] })))
  const read = async (...own: readonly (readonly [string, string])[]) => {
    const texts = new Map([['MBR_FOOTER_LINKS', footer], ...own])
    const content = { texts: async () => texts, readChangedAt: async () => new Date('2026-11-26T12:00:00Z') }
    const { view } = await readWith(content)
    return [view.nonDiscrimination, view.footerLinks.map(({ url }) => url)]
  }
  expect(await read()).toEqual([null, ['/login/#!/non-discrimination']])
  expect(await read(['BTS_NON_DISCRIMINATION_LINK', JSON.stringify({ href })])).toEqual([href, [href]])
  // An invalid address never leads to another site.
  expect(await read(['BTS_NON_DISCRIMINATION_LINK', 'plan.example'])).toEqual([null, ['/login/#!/non-discrimination']])
})

test('FT-1 the date of the last change is the day where the plans are, not in Greenwich', async () => {
  const content = { texts: async () => new Map(), readChangedAt: async () => new Date('2026-11-26T03:51:00Z') }
  const { view } = await readWith(content)
  expect(view.lastUpdated).toBe('Nov 25, 2026')
})

function readWith(content: Parameters<typeof readShell>[0]['content']) {
  const loaded = brands.get('hmbcbs')
  if (loaded === undefined) throw new Error('hmbcbs is not there.')
  return readShell(
    { content, languageNames: new Map(), holidays: new Set() },
    {
      brand: loaded.brand,
      language: 'en',
      mobile: false,
      member: null,
      chat: { switchedOn: false, address: null },
      today: '2026-11-25',
    },
  )
}

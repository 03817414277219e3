import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadBrands } from '../../brands/brand/load.ts'
import { readShell } from './shell.ts'

const brands = loadBrands(join(import.meta.dirname, '../../../../brands'))

test('FT-1 the last change is given as the day it was where the plans are, not in Greenwich', async () => {
  const loaded = brands.get('hmbcbs')
  if (loaded === undefined) throw new Error('hmbcbs is not there.')
  const content = { texts: async () => new Map(), readChangedAt: async () => new Date('2026-11-26T03:51:00Z') }
  const { view } = await readShell(
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
  expect(view.lastUpdated).toBe('Nov 25, 2026')
})

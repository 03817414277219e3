import { randomUUID } from 'node:crypto'
import { calls } from '@portico/contract/calls'
import { readLanguageTexts } from '../src/brands/languages/texts.ts'
import type { Database } from '../src/platform/db/database.ts'
import { keepMarks } from '../src/staff/languages/mark-store.ts'
import { make } from './call.ts'
import type { Client } from './client.ts'
import { databaseAt } from './portal.ts'

const which = { brand: 'ndbcbs', language: 'ar' } as const

/** Has every text of a language read for a brand. */
export async function readWhole(
  database: Database,
  brand: string = which.brand,
  language: 'ar' | 'zh' = which.language,
): Promise<void> {
  const read = {
    state: 'read',
    note: '',
    marked_by: randomUUID(),
    marker: 'Rana Reader',
    marked_at: new Date(),
  } as const
  await database.transaction(async (tx) => {
    for (const [area, texts] of Map.groupBy(readLanguageTexts(language).all, (text) => text.area))
      await keepMarks(tx, { language, brand, area, texts }, read)
  })
}

const newApproval = () => ({
  body: { ...which, changeId: randomUUID(), version: readLanguageTexts('ar').version, reason: 'Read in full' },
})

const newWithdrawal = () => ({ body: { ...which, reason: 'To be read again' } })

export const languageSamples = {
  listLanguageReadings: { right: () => ({ query: { brand: 'ndbcbs' } }), as: 'ADMIN001' },
  readLanguageTexts: {
    right: () => ({ body: { ...which, area: null, words: '', show: 'all' as const } }),
    as: 'ADMIN001',
  },
  markLanguageTexts: {
    right: () => ({
      body: {
        ...{ ...which, version: readLanguageTexts('ar').version, area: 'map', ids: null },
        ...{ state: 'read' as const, note: '' },
      },
    }),
    as: 'ADMIN001',
  },
  approveLanguage: {
    right: newApproval,
    as: 'ADMIN001',
    ready: async (client: Client) => {
      await readWhole(databaseAt(client.origin))
      return newApproval()
    },
  },
  withdrawLanguage: {
    right: newWithdrawal,
    as: 'ADMIN001',
    ready: async (client: Client) => {
      await readWhole(databaseAt(client.origin))
      await make(client, calls.approveLanguage, newApproval())
      return newWithdrawal()
    },
  },
} as const

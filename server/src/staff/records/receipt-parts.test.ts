import { findReceiptPart } from '@portico/rules/staff/receipt-parts'
import { expect, test } from 'vitest'
import { personalTables, tables } from '../../platform/db/tables.ts'

test('RG-3 a receipt describes in words every table that an erasure deletes from or keeps', () => {
  const erased = [...personalTables.filter((table) => tables[table].of === 'member'), 'staff_draft']
  expect(erased.filter((table) => findReceiptPart(table) === 'other')).toEqual([])
})

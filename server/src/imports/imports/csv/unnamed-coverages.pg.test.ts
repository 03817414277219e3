import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { type Cells, csv, importFiles } from '../../../../test/importing.ts'
import { testPortal } from '../../../../test/portal.ts'

const portal = testPortal()
const row = (member: string, more: Readonly<Record<string, string>>) => ({
  ...{ member_number: member, first_name: 'Ada', last_name: 'Kestrel', date_of_birth: '1980-02-03' },
  ...{ group_number: 'G1', plan_name: 'PPO' },
  ...more,
})
const take = async (...rows: readonly Cells[]) =>
  (await importFiles(portal.database, { 'm.csv': csv(...rows) }, { kind: 'members', brand: 'hmbcbs' })).rejected
const list = async (member: string) => {
  const { rows } = await sql<{ kind: string; begins: string | null; ends: string | null; cancelled: boolean }>`
    select coverage ->> 'kind' as kind, coverage ->> 'begins' as begins, coverage ->> 'ends' as ends,
      (coverage ->> 'cancelled')::boolean as cancelled
    from coverage_source join member using (member_id) where member_number = ${member} order by 2, 1`.execute(
    portal.database.read,
  )
  return rows.map(({ kind, begins, ends, cancelled }) => `${kind} ${begins} ${ends}${cancelled ? ' never' : ''}`)
}
const listShown = async (member: string) => {
  const { rows } = await sql<{ said: string }>`
    select concat_ws(' ', p.benefit_plan_type, p.coverage_begin_date) as said from product p join member using (member_id)
    where member_number = ${member} order by 1`.execute(portal.database.read)
  return rows.map(({ said }) => said)
}

describe('IM-6 coverages of one group and plan without an id (kind 15)', () => {
  test('IM-6 coverages whose days do not overlap, and those of different kinds, are separate', async () => {
    const years = [
      row('918000001', { coverage_from: '2024-01-01', coverage_to: '2024-12-31' }),
      row('918000001', { coverage_from: '2025-01-01', coverage_to: '2025-12-31' }),
      row('918000001', { coverage_from: '2026-01-01' }),
      row('918000001', { coverage_from: '2026-01-01', coverage_kind: 'dental' }),
    ]
    const all = [
      'medical 2024-01-01 2024-12-31',
      'medical 2025-01-01 2025-12-31',
      'dental 2026-01-01 null',
      'medical 2026-01-01 null',
    ]
    expect(await take(...years)).toEqual([])
    expect(await list('918000001')).toEqual(all)
    expect(await take(...years.toReversed())).toEqual([])
    expect(await list('918000001')).toEqual(all)
    expect(await listShown('918000001')).toEqual([
      'dental 2026-01-01',
      'medical 2024-01-01',
      'medical 2025-01-01',
      'medical 2026-01-01',
    ])
  })

  test('IM-6 a coverage that comes again with another first or last day is the same', async () => {
    await take(row('918000002', { coverage_from: '2026-01-01' }))
    await take(row('918000002', { coverage_from: '2026-01-01', coverage_to: '2026-10-31' }))
    expect(await list('918000002')).toEqual(['medical 2026-01-01 2026-10-31'])
    await take(row('918000002', { coverage_from: '2026-02-01', coverage_to: '2026-10-31' }))
    expect(await list('918000002')).toEqual(['medical 2026-02-01 2026-10-31'])
    // The correction is itself corrected.
    await take(row('918000002', { coverage_from: '2026-01-01', coverage_to: '2026-10-31' }))
    expect(await list('918000002')).toEqual(['medical 2026-01-01 2026-10-31'])
    await take(row('918000002', { coverage_from: '2026-02-01', coverage_to: '2026-10-31' }))
    expect(await list('918000002')).toEqual(['medical 2026-02-01 2026-10-31'])
    await take(row('918000002', { coverage_from: '2026-11-01' }))
    expect(await list('918000002')).toEqual(['medical 2026-02-01 2026-10-31', 'medical 2026-11-01 null'])
    await take(row('918000002', { coverage_from: '2026-11-01', coverage_withdrawn: 'yes' }))
    expect(await list('918000002')).toEqual(['medical 2026-02-01 2026-10-31', 'medical 2026-11-01 null never'])
  })
})

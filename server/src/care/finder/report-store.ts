import { type Selectable, type SqlBool, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

type Report = Selectable<Tables['directory_report']>
type Correction = Selectable<Tables['directory_correction']>

const ofBrands = (brands: readonly string[] | null) =>
  brands === null ? sql<SqlBool>`true` : sql<SqlBool>`brand = any(${[...brands]}::text[])`

export function lockReport(tx: Tx, reportId: string): Promise<Report | undefined> {
  return tx.selectFrom('directory_report').selectAll().where('report_id', '=', reportId).forUpdate().executeTakeFirst()
}

export async function settleReport(
  tx: Tx,
  { member_id, report_id }: Pick<Report, 'member_id' | 'report_id'>,
  settled: Pick<Report, 'outcome' | 'settled_by' | 'settled_at' | 'answer'>,
): Promise<void> {
  await tx
    .updateTable('directory_report')
    .set(settled)
    .where('member_id', '=', member_id)
    .where('report_id', '=', report_id)
    .execute()
}

/** What the directory shows in place of the reported value, until its next file. */
export async function putCorrection(
  tx: Tx,
  place: Pick<Correction, 'provider_id' | 'brand' | 'kind' | 'place' | 'network_id'>,
  row: Pick<Correction, 'value' | 'made_at'>,
): Promise<void> {
  await tx
    .insertInto('directory_correction')
    .values({ ...place, ...row })
    .onConflict((conflict) =>
      conflict.columns(['provider_id', 'brand', 'kind', 'place', 'network_id']).doUpdateSet(row),
    )
    .execute()
}

/** Open reports of some brands (null: all), due ones first. */
export function listOpenReports(db: Reader, brands: readonly string[] | null, max: number): Promise<Report[]> {
  return db
    .selectFrom('directory_report')
    .selectAll()
    .where('outcome', 'is', null)
    .where(ofBrands(brands))
    .orderBy('due_on')
    .orderBy('reported_at')
    .limit(max)
    .execute()
}

type ReportCounts = Readonly<Record<'open' | 'overdue' | 'settled' | 'right', number>>

export async function countReports(
  db: Reader,
  brands: readonly string[] | null,
  { today, yearAgo }: { readonly today: string; readonly yearAgo: Date },
): Promise<ReportCounts> {
  const { rows } = await sql<ReportCounts>`
    select count(*) filter (where outcome is null)::int as open,
      count(*) filter (where outcome is null and due_on < ${today})::int as overdue,
      count(*) filter (where outcome is not null and settled_at > ${yearAgo})::int as settled,
      count(*) filter (where outcome = 'right' and settled_at > ${yearAgo})::int as "right"
    from directory_report where ${ofBrands(brands)}
  `.execute(db)
  return rows[0] ?? { open: 0, overdue: 0, settled: 0, right: 0 }
}

/** How many entries the directory has, and how many were verified since a day. */
export async function countVerified(
  db: Reader,
  since: string,
): Promise<{ readonly entries: number; readonly verified: number }> {
  const { rows } = await sql<{ entries: number; verified: number }>`
    select coalesce(sum(g.entries), 0)::int as entries, (
      select count(*)::int from directory_entry e join directory_generation l using (generation)
      where l.state = 'live' and (e.verified_on >= ${since} or exists (
        select from directory_seat s where s.generation = e.generation and s.provider_id = e.provider_id
          and s.verified_on >= ${since}))
    ) as verified
    from directory_generation g where g.state = 'live'
  `.execute(db)
  return rows[0] ?? { entries: 0, verified: 0 }
}

import { sql } from 'kysely'
import type { Reader } from '../../platform/db/database.ts'

export interface TransferFigures {
  readonly brand: string
  readonly year: number
  /** Members whose data went to an app, and those whose data went more than once: to several apps, or on several days. */
  readonly members: number
  readonly again: number
  readonly apps: number
}

/** Figures that plans report to CMS by March 31 (OS-80), newest year first; only numbers, nothing about anyone. */
export async function readTransferFigures(db: Reader, brands: readonly string[] | null): Promise<TransferFigures[]> {
  const { rows } = await sql<TransferFigures>`
    with went as (
      select brand, left(day, 4)::int as year, member_id, client_id, day from app_transfer
      where ${brands === null} or brand = any(${[...(brands ?? [])]}::text[])),
    people as (select brand, year, member_id, count(distinct (client_id, day)) as times from went group by brand, year, member_id),
    software as (select brand, year, count(distinct client_id)::int as apps from went group by brand, year)
    select brand, year, count(*)::int as members, (count(*) filter (where times > 1))::int as again, max(apps) as apps
    from people join software using (brand, year) group by brand, year order by year desc, brand`.execute(db)
  return rows
}

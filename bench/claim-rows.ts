import type pg from 'pg'

export interface ClaimFilling {
  /** Approximate number of everyone's claims together. */
  readonly total: number
  /** How many claims some demo people have, by login ID. */
  readonly owners: Readonly<Record<string, number>>
}

const perMember = 40

/** Writes claims in bulk, without lines and versions, which lists and sums do not read. */
export async function fillClaims(database: pg.Client, filling: ClaimFilling): Promise<void> {
  const { total, owners } = filling
  const counts = Object.values(owners)
  const others = Math.max(1, Math.round((total - counts.reduce((sum, count) => sum + count, 0)) / perMember))
  await database.query('set session_replication_role = replica')
  await database.query(
    `insert into member (member_id, brand, member_number, first_name, last_name, date_of_birth, relationship_code,
        contract_number)
      select md5('patient' || n)::uuid, 'hmbcbs', 'P' || n, 'Growing', 'Patient ' || n, '1980-01-01', '18', 'P' || n
      from generate_series(1, $1::int) n`,
    [others],
  )
  await database.query(
    `create temp table patient as
      select member_id, count from account join unnest($1::text[], $2::int[]) as owner (login, count) on login_id = login
      union all select md5('patient' || n)::uuid, ${perMember} from generate_series(1, $3::int) n`,
    [Object.keys(owners), counts, others],
  )
  await database.query(claimsOfPatients)
  await database.query('set session_replication_role = origin')
  for (const name of ['claim', 'member']) await database.query(`vacuum (analyze) ${name}`)
}

/** One in ten is denied, one in twenty in progress; three of each patient's contain "heron". */
const claimsOfPatients = `
  insert into claim (member_id, claim_id, claim_number, type, category, state, service_from, service_to, processed_on,
    provider_name, network, sensitive, billed_cents, allowed_cents, discount_cents, plan_paid_cents, copay_cents,
    share_cents, details, facts, search_text, resource_id, content_hash, run_id, imported_at)
  select member_id, md5(member_id || 'c' || n)::uuid, 'C' || n, 'professional',
    (array['office', 'laboratory', 'pharmacy', 'imaging'])[1 + n % 4],
    case when n % 20 = 7 then 'in-progress' when n % 10 = 3 then 'denied' else 'paid' end,
    date '2026-06-30' - n % 1500, date '2026-06-30' - n % 1500, date '2026-07-14' - n % 1500,
    'Clinic ' || n % 23, 'in', false, 10000 + n % 5000, 8000 + n % 4000, 2000 + n % 1000, 6000 + n % 3000, 2000,
    2000 + n % 1000, '{"reasons": [], "notes": [], "others": []}', '{}',
    'c' || n || ' clinic ' || n % 23 || ' visit' || case when n in (3, 13, 33) then ' heron' else '' end,
    'r' || n, decode(md5(member_id || 'h' || n), 'hex'), md5('run')::uuid, now()
  from patient cross join lateral generate_series(1, count) n`

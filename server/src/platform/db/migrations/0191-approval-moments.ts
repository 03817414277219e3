import { changeInParts, type Step } from '../steps.ts'

/** Selects the codes and texts of the concepts at a path, in the shape of `ReviewReason`. */
const selectReasons = (path: string) => `select jsonb_build_object('code', one #>> '{coding,0,code}',
    'text', coalesce(one ->> 'text', one #>> '{coding,0,display}')) as reason
  from jsonb_path_query(v.resource, '${path}') one`

/** When a prior authorization was requested, received and decided, why it was denied, and its outcome (MP-15, OS-80). */
export const steps: readonly Step[] = [
  `alter table prior_authorization
    add column if not exists requested_at timestamptz,
    add column if not exists received_at timestamptz,
    add column if not exists decided_at timestamptz,
    add column if not exists extended_on date,
    add column if not exists expedited boolean,
    add column if not exists reasons jsonb not null default '[]',
    add column if not exists documents jsonb not null default '[]',
    add column if not exists units_approved double precision,
    add column if not exists units_used double precision,
    add column if not exists appealed_on date,
    add column if not exists appeal_outcome text`,
  `alter table prior_authorization drop constraint if exists prior_authorization_appeal_outcome_check,
    add constraint prior_authorization_appeal_outcome_check
      check (appeal_outcome in ('approved', 'partly', 'denied', 'pending')) not valid`,
  'alter table prior_authorization validate constraint prior_authorization_appeal_outcome_check',
  // Backfills elements of stored files that earlier versions did not read.
  changeInParts('prior_authorization', {
    key: ['member_id'],
    change: `update prior_authorization a set
      expedited = case when v.resource #>> '{priority,coding,0,code}' = 'stat' then true
        when v.resource #>> '{priority,coding,0,code}' in ('normal', 'deferred') then false end,
      reasons = coalesce((select jsonb_agg(distinct reason) from (
        ${selectReasons('$.item[*].adjudication[*].extension[*].extension[*] ? (@.url like_regex "reasonCode$").valueCodeableConcept')}
        union all
        ${selectReasons('$.item[*].adjudication[*] ? (@.category.coding[*].code == "denialreason").reason')}) said), '[]')
      from part join record_version v on v.member_id = part.member_id and v.type = 'prior_authorization'
      where a.member_id = part.member_id and a.resource_id = v.resource_id and a.content_hash = v.content_hash
        and a.expedited is null and a.reasons = '[]'`,
  }),
]

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { toBasis } from '@portico/rules/fhir/basis'
import type pg from 'pg'

/** The token that an app of the benchmark reads someone's data with. */
export const buildAppToken = (login: string) => `token-of-the-benchmark-${login}`

const guides = join(import.meta.dirname, '../server/test/fhir/guides.ndjson.gz')

/**
 * Fills in claims as apps read them: a number for each owner, by login ID, and other people's; and an app's grants for the owners. Nobody
 * reads the claims of other people here: their texts are short, so that ten million fit on a laptop's disk. The indexes hold no texts.
 */
export async function fillFhir(
  database: pg.Client,
  { total, owners }: { readonly total: number; readonly owners: Readonly<Record<string, number>> },
): Promise<void> {
  const [example = ''] = gunzipSync(readFileSync(guides))
    .toString()
    .split('\n')
    .filter((line) => line.includes('"id":"EOBInpatient1"'))
  const perMember = 40
  await database.query('set session_replication_role = replica')
  await database.query(`delete from fhir_resource where type = 'ExplanationOfBenefit'`)
  await database.query(
    `insert into fhir_resource (member_id, type, id, version, updated, sensitive, starts, ends, tokens, dates, refs, source_version,
        content_hash, body, basis)
      select member_id, 'ExplanationOfBenefit', md5(member_id || 'e' || n)::uuid, 1, now() - n * interval '1 day', false,
        now() - n * interval '1 day', now() - n * interval '1 day', array['status:active', 'status||active', 'use:claim'], '{}',
        array['patient=Patient/' || member_id], null, '\\x00', replace(body, 'EOBInpatient1', md5(member_id || 'e' || n)::uuid::text),
        replace(basis, 'EOBInpatient1', md5(member_id || 'e' || n)::uuid::text)
      from (select member_id, count, $1::text as body, $3::text as basis
            from account join json_each_text($2) as own (login_id, count) using (login_id)
          union all select md5('patient' || m)::uuid, '${perMember}', $4::text, $4::text
            from generate_series(1, ${Math.round(total / perMember)}) m) whose
        cross join lateral generate_series(1, whose.count::int) n`,
    // With the Basis form, which the server would otherwise generate for each row during the measurement.
    [example, JSON.stringify(owners), toBasis(example), '{"resourceType":"ExplanationOfBenefit","id":"EOBInpatient1"}'],
  )
  await database.query(
    `insert into app (client_id, name, maker, home_url, policy_url, launch_url, contact_email, redirect_uris, auth_method, secret_hash, jwks,
        jwks_uri, attestation, state, registered_at, changed_at)
      values ('bench', 'Bench', 'Bench', null, null, null, 'bench@app.example', '[]', 'none', null, null, null, null, 'listed', now(), now())`,
  )
  await database.query(
    `insert into app_grant (grant_id, client_id, brand, account_id, member_id, whose, scopes, rejected, parts, sensitive, lasts, began_at,
        changed_at, ends_at)
      select gen_random_uuid(), 'bench', brand, account_id, member_id, 'own', '["patient/*.rs"]', '[]',
        '["coverage","claims","authorizations","medicines","clinical","care-team"]', true, 'months', now(), now(), null
      from account where login_id = any($1)`,
    [Object.keys(owners)],
  )
  await database.query(
    `insert into app_token (brand, kind, token_hash, grant_id, client_id, payload, issued_at, expires_at)
      select g.brand, 'AccessToken', own.hash, grant_id, 'bench', '{"scope": "patient/*.rs"}', now(), now() + interval '1 day'
      from app_grant g join account using (account_id) join unnest($1::text[], $2::bytea[]) as own (login_id, hash) using (login_id)
      where client_id = 'bench'`,
    [
      Object.keys(owners),
      Object.keys(owners).map((login) => createHash('sha256').update(buildAppToken(login)).digest()),
    ],
  )
  await database.query('set session_replication_role = origin')
}

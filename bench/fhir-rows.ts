import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { toBasis } from '@portico/rules/fhir/basis'
import type pg from 'pg'

/** What an app of the benchmark reads with. */
export const appToken = 'token-of-the-benchmark'

const guides = join(import.meta.dirname, '../server/test/fhir/guides.ndjson.gz')

/** Claims as apps are served them, a page of a member's and those of others, and the grant of an app. */
export async function fillFhir(
  database: pg.Client,
  { total, owner }: { readonly total: number; readonly owner: string },
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
        array['patient=Patient/' || member_id], null, '\\x00', replace($1, 'EOBInpatient1', md5(member_id || 'e' || n)::uuid::text),
        replace($3, 'EOBInpatient1', md5(member_id || 'e' || n)::uuid::text)
      from (select member_id from account where login_id = $2 union all select md5('patient' || m)::uuid from generate_series(1, ${Math.round(total / perMember)}) m) whose
        cross join generate_series(1, ${perMember}) n`,
    // With the Basis form, which the server would make of each row while it is measured otherwise.
    [example, owner, toBasis(example)],
  )
  const grant = '0197f7a0-0000-7000-8000-00000000bec4'
  await database.query(
    `insert into app (client_id, name, maker, home_url, policy_url, launch_url, contact_email, redirect_uris, auth_method, secret_hash, jwks,
        jwks_uri, attestation, state, registered_at, changed_at)
      values ('bench', 'Bench', 'Bench', null, null, null, 'bench@app.example', '[]', 'none', null, null, null, null, 'listed', now(), now())`,
  )
  await database.query(
    `insert into app_grant (grant_id, client_id, brand, account_id, member_id, whose, scopes, rejected, parts, sensitive, lasts, began_at,
        changed_at, ends_at)
      select '${grant}', 'bench', brand, account_id, member_id, 'own', '["patient/*.rs"]', '[]',
        '["coverage","claims","authorizations","medicines","clinical","care-team"]', true, 'months', now(), now(), null
      from account where login_id = $1`,
    [owner],
  )
  await database.query(
    `insert into app_token (brand, kind, token_hash, grant_id, client_id, payload, issued_at, expires_at)
      select brand, 'AccessToken', $2, grant_id, 'bench', '{"scope": "patient/*.rs"}', now(), now() + interval '1 day'
      from app_grant where grant_id = $1`,
    [grant, createHash('sha256').update(appToken).digest()],
  )
  await database.query('set session_replication_role = origin')
}

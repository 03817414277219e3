import { type Kysely, sql } from 'kysely'

/** Canned replies become texts that authors write and others approve (CT-4). Each stays as it is until someone changes it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of statements) await sql.raw(text).execute(db)
}

/** No account: the authors of earlier replies were not recorded. */
const nobody = `'00000000-0000-0000-0000-000000000000'`
const since = `'Kept since before replies were approved'`

const statements = [
  // A brand's texts use the shared code in place of the brand's own code.
  `insert into content_version
      (version_id, name, brand, language, qualifiers, content_type, value, note, written_at, account_id, written_by)
    select reply_id, 'REPLY_' || upper(replace(reply_id::text, '-', '')),
      coalesce(
        (select item.brand from content_item item where item.name = 'BRAND_' || upper(canned_reply.brand) limit 1),
        upper(canned_reply.brand)),
      language, '{}', 'Reply',
      '{"title":' || to_json(title)::text || ',"text":' || to_json(body)::text || '}',
      ${since}, changed_at, ${nobody}, 'Portico'
    from canned_reply`,
  `insert into content_step (step_id, version_id, step, note, taken_at, account_id, taken_by)
    select reply_id, reply_id, 'approve', ${since}, changed_at, ${nobody}, 'Portico' from canned_reply`,
  `insert into content_release (release_id, live_from, live_until, note, released_at, account_id, released_by)
    select reply_id, changed_at, null, ${since}, changed_at, ${nobody}, 'Portico' from canned_reply`,
  'insert into content_released (release_id, version_id) select reply_id, reply_id from canned_reply',
  'drop table canned_reply',
]

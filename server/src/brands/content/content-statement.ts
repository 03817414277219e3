import { statement } from '../../platform/db/database.ts'
import type { SeedRow } from './store.ts'

export type StoredContent = SeedRow & { readonly origin: 'release' | 'edited'; readonly updated_at: Date }

const showing = `live_from <= now() and (live_until is null or live_until > now())
  and not exists (select from content_undo where content_undo.release_id = content_release.release_id)`

/**
 * Part of a select statement: the version of the content in force, which changes with each change, and which every statement sees at
 * once.
 */
export const textsVersion = `
  (select mark from content_mark),
  (select sum(hashtextextended(release_id::text, 0)) from content_release where ${showing})`

/** The version of the content in force. */
export const readShownVersion = statement<{ readonly version: string }>(
  'texts-version',
  `select concat_ws(' ', ${textsVersion}) as version`,
)

/** Of several releases that show an item, the latest wins; a removed item shows as released. */
export const readEverything = statement<StoredContent>(
  'texts',
  `with live as (
    select distinct on (name, brand, language, qualifiers)
      name, brand, language, qualifiers, content_type, value, live_from
    from content_release
    join content_released using (release_id)
    join content_version using (version_id)
    where ${showing}
    order by name, brand, language, qualifiers, live_from desc, content_release.place desc
  )
  select name, brand, language, qualifiers, content_type, value, 'edited' as origin, live_from as updated_at
  from live where value is not null
  union all
  select name, brand, language, qualifiers, content_type, value, origin, updated_at
  from content_item
  where not exists (
    select from live
    where live.value is not null and live.name = content_item.name and live.brand = content_item.brand
      and live.language = content_item.language and live.qualifiers = content_item.qualifiers
  )
  order by name, brand, language`,
)

export const readLastChange = statement<{ readonly at: Date }>(
  'texts-changed',
  `select greatest(
    'epoch'::timestamptz,
    (select max(updated_at) from content_item),
    (select max(live_from) from content_release where live_from <= now()),
    (select max(live_until) from content_release where live_until <= now()),
    (select max(undone_at) from content_undo)) as at`,
)

import { type Selectable, sql } from 'kysely'
import type { Reader, Tx } from '../../platform/db/database.ts'
import type { Tables } from '../../platform/db/tables.ts'

export type LanguageMark = Selectable<Tables['language_mark']>

/** The marks on the texts of a language for a brand. */
export function listMarks(db: Reader, brand: string, language: string): Promise<LanguageMark[]> {
  return db
    .selectFrom('language_mark')
    .selectAll()
    .where((is) => is.and({ brand, language }))
    .execute()
}

interface MarkedTexts {
  readonly brand: string
  readonly language: string
  readonly area: string
  readonly texts: readonly { readonly id: string; readonly hash: string }[]
}

/** Stores marks on texts, replacing earlier ones. */
export async function keepMarks(
  tx: Tx,
  { brand, language, area, texts }: MarkedTexts,
  mark: Pick<LanguageMark, 'state' | 'note' | 'marked_by' | 'marker' | 'marked_at'>,
): Promise<void> {
  const ids = texts.map(({ id }) => id)
  const hashes = texts.map(({ hash }) => hash)
  const { state, note, marked_by: by, marker, marked_at: at } = mark
  await sql`
    insert into language_mark (brand, language, area, text_id, hash, state, note, marked_by, marker, marked_at)
    select ${brand}, ${language}, ${area}, said.id, said.hash, ${state}, ${note}, ${by}::uuid, ${marker}, ${at}::timestamptz
    from unnest(${ids}::text[], ${hashes}::text[]) as said(id, hash)
    on conflict (brand, language, area, text_id) do update set hash = excluded.hash, state = excluded.state,
      note = excluded.note, marked_by = excluded.marked_by, marker = excluded.marker, marked_at = excluded.marked_at`.execute(
    tx,
  )
}

export async function removeMarks(tx: Tx, { brand, language, area, texts }: MarkedTexts): Promise<void> {
  await tx
    .deleteFrom('language_mark')
    .where((is) => is.and({ brand, language, area }))
    .where(
      'text_id',
      'in',
      texts.map(({ id }) => id),
    )
    .execute()
}

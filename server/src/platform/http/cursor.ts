import { AskedMoment, Uuid } from '@portico/contract/fields'
import * as v from 'valibot'
import { fieldError } from './call-error.ts'

/** Where a list continues: the time and the id of the last row returned. */
export interface Cursor {
  readonly at: Date
  readonly id: string
}

const Place = v.object({
  at: v.pipe(
    AskedMoment,
    v.transform((text) => new Date(text)),
    v.date(),
  ),
  id: Uuid,
})

export function cursorText({ at, id }: Cursor): string {
  return `${at.toISOString()}_${id}`
}

/** Parses a cursor; null without one. Throws FIELD-INVALID at `field` for any other text. */
export function parseCursor(field: string, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [at, id] = text.split('_')
  const { success, output } = v.safeParse(Place, { at, id })
  if (success) return output
  throw fieldError(field, 'FIELD-INVALID')
}

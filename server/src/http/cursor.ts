import * as v from 'valibot'
import { CallError } from './call-error.ts'

/** Where a list goes on: the moment and the id of the last row that was returned. */
export interface Cursor {
  readonly at: Date
  readonly id: string
}

const Place = v.object({
  at: v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.transform((text) => new Date(text)),
  ),
  id: v.pipe(v.string(), v.uuid()),
})

export function cursorText({ at, id }: Cursor): string {
  return `${at.toISOString()}_${id}`
}

/** The cursor that a text of ours is; null without one. Throws FIELD-INVALID at `field` for any other text. */
export function parseCursor(field: string, text: string | undefined): Cursor | null {
  if (text === undefined) return null
  const [at, id] = text.split('_')
  const { success, output } = v.safeParse(Place, { at, id })
  // A day that does not exist is read as the one after the last of its month.
  if (success && !Number.isNaN(output.at.getTime()) && output.at.toISOString() === at) return output
  throw new CallError('FIELD-INVALID', { fields: [{ field, code: 'FIELD-INVALID' }] })
}

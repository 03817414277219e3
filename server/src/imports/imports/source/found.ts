import type { Refused } from '../refused.ts'

/** A place in a file: the line of an NDJSON file, or the entry of a Bundle, counted from 1. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** The type of what says that a resource was deleted: a Bundle with that entry alone. */
export const deletionType = 'deletion'

/** A resource of a file as JSON, or the reason why there is none in that place; `skipped`: why it is passed over. */
export type Found = Place & { readonly text: string } & (
    | {
        readonly type: string
        readonly refused?: undefined
        readonly skipped?: string
        /** What other entries of its Bundle call it. */
        readonly fullUrl?: string | undefined
      }
    | { readonly refused: Refused; readonly skipped?: undefined }
  )

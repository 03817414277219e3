import type { Refused } from '../refused.ts'

/** A position in a file: the line of an NDJSON file, or the entry of a Bundle, counted from 1. */
export interface Place {
  readonly file: string
  readonly line: number
}

/** The type of a record of a deletion: a Bundle with only that entry. */
export const deletionType = 'deletion'

/** A resource of a file as JSON, or the reason why that position has none; `skipped`: why the resource is passed over. */
export type Found = Place & { readonly text: string } & (
    | {
        readonly type: string
        readonly refused?: undefined
        readonly skipped?: string
        /** The name by which other entries of its Bundle refer to it. */
        readonly fullUrl?: string | undefined
      }
    | { readonly refused: Refused; readonly skipped?: undefined }
  )

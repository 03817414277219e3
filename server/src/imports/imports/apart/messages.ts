import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { isUnavailable, NoConnectionError } from '../../../platform/db/unavailable.ts'
import type { ImportJob } from '../job.ts'
import { ImportStopped, type RejectedRecord } from '../machine.ts'
import type { KeepOriginals } from '../x12/originals.ts'

/** What an import in a process of its own is to do. */
export interface Begin {
  readonly job: ImportJob
  readonly brands: readonly string[]
  /** Where it opens the database; null: it asks for each statement. */
  readonly url: string | null
  /** The file that it writes rejects to; null: it tells them. */
  readonly rejects: string | null
  /** A file that it deletes if it ends because the server did, rather than because of what it reads. */
  readonly mark: string | null
  /** Whether it tells whose Patients are in the files. */
  readonly people: boolean
  readonly keep: KeepOriginals | null
}

export interface LentQuery {
  readonly connection: number
  readonly text: string
  readonly values: readonly unknown[]
}

/** What an import asks the server for, and waits for. */
export interface Questions {
  readonly reject: RejectedRecord
  readonly connect: null
  readonly query: LentQuery
  readonly release: { readonly connection: number; readonly discard: boolean }
}

export type Question = {
  readonly [What in keyof Questions]: { readonly what: What; readonly value: Questions[What] }
}[keyof Questions]

export type ToImport =
  | { readonly say: 'begin'; readonly begin: Begin }
  | { readonly say: 'stop' }
  | { readonly say: 'answer'; readonly id: number; readonly value?: unknown; readonly error?: ToldError }

export type FromImport =
  | { readonly say: 'progress'; readonly bytes: number; readonly counts: ImportCountsData | null }
  | { readonly say: 'people'; readonly ids: readonly string[] }
  | { readonly say: 'ask'; readonly id: number; readonly question: Question }
  | { readonly say: 'done'; readonly counts: ImportCountsData }
  | { readonly say: 'failed'; readonly error: ToldError }

/** An error on its way to the other process: what decides there how to go on, without details, which may hold health data. */
export interface ToldError {
  readonly name: string
  readonly message: string
  readonly code: string | null
  readonly unavailable: boolean
}

export function toToldError(error: unknown): ToldError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), code: null, unavailable: false }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null
  return { name: error.name, message: error.message, code, unavailable: isUnavailable(error) }
}

export function toError({ name, message, code, unavailable }: ToldError): Error {
  if (name === new ImportStopped().name) return new ImportStopped()
  const error = Object.assign(new Error(message), { name })
  if (code !== null) return Object.assign(error, { code })
  return unavailable ? new NoConnectionError(error) : error
}

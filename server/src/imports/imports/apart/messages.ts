import type { ImportCountsData } from '../../../platform/db/tables.ts'
import { isUnavailable, NoConnectionError } from '../../../platform/db/unavailable.ts'
import type { ImportJob } from '../job.ts'
import { ImportStopped, type RejectedRecord } from '../machine.ts'
import type { KeepOriginals } from '../x12/originals.ts'

/** The task of an import that runs in its own process. */
export interface Begin {
  readonly job: ImportJob
  readonly brands: readonly string[]
  /** The database to open; null: the import sends each statement to the server. */
  readonly url: string | null
  /** The file for rejected rows; null: the import reports them to the server. */
  readonly rejects: string | null
  /** A file to delete if the import ends because the server ended, not because of what it reads. */
  readonly mark: string | null
  /** Whether to report whose Patients the files contain. */
  readonly people: boolean
  readonly keep: KeepOriginals | null
}

export interface LentQuery {
  readonly connection: number
  readonly text: string
  readonly values: readonly unknown[]
}

/** Requests of an import to the server, each of which waits for its answer. */
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

/** An error as sent to the other process: enough to decide there how to go on, without details, which may contain health data. */
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

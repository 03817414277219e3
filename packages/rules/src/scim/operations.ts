import { refuseScim } from './error.ts'
import { type PatchPath, parsePath } from './path.ts'

/** The most operations in one patch, and the most values in one operation. */
export const patchLimits = { operations: 100, values: 5_000 } as const

export interface PatchOperation {
  readonly op: 'add' | 'replace' | 'remove'
  /** Null: the value names the attributes. */
  readonly path: PatchPath | null
  readonly value: unknown
}

/** Reads the body of a PATCH; names and operations may be in any case, as Entra sends them. Throws ScimError. */
export function readOperations(body: unknown): PatchOperation[] {
  const list = isRecord(body) ? readOwn(body, 'operations') : undefined
  if (!Array.isArray(list) || list.length === 0) throw refuseScim('invalidSyntax', 'There are no Operations.')
  if (list.length > patchLimits.operations) throw refuseScim('tooMany', 'There are too many Operations.')
  return list.map((one: unknown) => {
    const said = isRecord(one) ? one : {}
    const op = String(readOwn(said, 'op') ?? '').toLowerCase()
    if (op !== 'add' && op !== 'replace' && op !== 'remove')
      throw refuseScim('invalidSyntax', 'An operation is none of add, replace and remove.')
    const path = readOwn(said, 'path')
    if (path !== undefined && path !== null && typeof path !== 'string')
      throw refuseScim('invalidPath', 'A path is no text.')
    const parsed = path ? parsePath(path) : null
    if (op === 'remove' && parsed === null) throw refuseScim('noTarget', 'What to remove is not said.')
    const value = readOwn(said, 'value')
    if (op !== 'remove' && value === undefined) throw refuseScim('invalidValue', 'An operation has no value.')
    return { op, path: parsed, value }
  })
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a property whose name may be in any case. */
export function readOwn(record: Readonly<Record<string, unknown>>, name: string): unknown {
  return Object.entries(record).find(([key]) => key.toLowerCase() === name)?.[1]
}

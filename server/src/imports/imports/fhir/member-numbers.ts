import { isoDayAfter } from '../../../platform/day.ts'
import { listCodes, toDay } from './codes.ts'
import { currentFirst, timeOfUse } from './current.ts'
import type { Identifier } from './shapes.ts'

/** A member number of a person in a file, of type `MB` (member number) or `um` (unique member number). */
export interface NumberOfFile {
  readonly kind: 'mb' | 'um'
  readonly value: string
  readonly use?: string | undefined
  readonly period?: { readonly start?: string | undefined; readonly end?: string | undefined } | undefined
}

/** What a person's numbers say on a day. */
export interface ChosenNumbers {
  /** The number that counts; null if the file has none, because a coverage may have it. */
  readonly memberNumber: string | null
  /** Their own, where a family shares the other. */
  readonly uniqueNumber: string | null
  /** One that counts no longer. */
  readonly formerNumber: string | null
  /** The next day on which another number may count. */
  readonly changesOn: string | null
}

/** A person's member numbers, without blanks and dashes. */
export function readNumbers(identifiers: readonly Identifier[]): NumberOfFile[] {
  return identifiers.flatMap(({ type, value, use, period }) => {
    const kind = listCodes(type).find((code) => code === 'mb' || code === 'um')
    const plain = plainNumber(value)
    return kind === undefined || plain === null ? [] : [{ kind, value: plain, use, period }]
  })
}

/** Of the numbers in force the member number counts first, else the unique one, else one that begins later. */
export function chooseNumbers(numbers: readonly NumberOfFile[], today: string): ChosenNumbers {
  const ranked = currentFirst(numbers, today)
  const [valid, former] = [
    ranked.filter((one) => timeOfUse(one, today) < 2),
    ranked.filter((one) => timeOfUse(one, today) >= 2),
  ]
  const inForce = valid.filter((one) => timeOfUse(one, today) === 0)
  const first = inForce.find(({ kind }) => kind === 'mb') ?? valid[0]
  const edges = valid.flatMap(({ period }) => {
    const [from, to] = [toDay(period?.start), toDay(period?.end)]
    return [from ?? [], to === undefined ? [] : isoDayAfter(to, 1)].flat()
  })
  return {
    memberNumber: first?.value ?? null,
    uniqueNumber: inForce.find(({ kind }) => kind === 'um')?.value ?? null,
    formerNumber: former[0]?.value ?? null,
    changesOn: edges.filter((day) => day > today).sort()[0] ?? null,
  }
}

/** Null if nothing remains. */
export function plainNumber(value: string | undefined): string | null {
  const plain = (value ?? '').replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  return plain === '' ? null : plain
}

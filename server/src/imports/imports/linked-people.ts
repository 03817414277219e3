import type { ReadPatient } from './fhir/read-person.ts'
import { listFirstNames, readUnnamed } from './same-person.ts'

/** Patients of a run's files that are the same person: one replaces another. */
export interface LinkedPeople {
  readonly note: (read: ReadPatient) => void
  /** The Patients that replace this one, and those that it replaces. */
  readonly findSuccessors: (patientId: string) => readonly string[]
  readonly findPredecessors: (patientId: string) => readonly string[]
  /** Notes a child without a name, as the Patient's text, even if it is unchanged. */
  readonly noteUnnamed: (text: string) => void
  /** Whether the run's files have this Patient of a child without a name. */
  readonly isInFiles: (patientId: string) => boolean
}

/** More links than a plan corrects in a night. */
const maxLinks = 100_000

export function createLinkedPeople(): LinkedPeople {
  const unnamed = new Set<string>()
  const [successors, predecessors] = [new Map<string, string[]>(), new Map<string, string[]>()]
  let count = 0
  const add = (earlier: string, later: string) => {
    if (earlier === later || count >= maxLinks) return
    count += 1
    successors.set(earlier, [...(successors.get(earlier) ?? []), later])
    predecessors.set(later, [...(predecessors.get(later) ?? []), earlier])
  }
  return {
    note: ({ resourceId, successors: later, predecessors: earlier }) => {
      for (const id of later) add(resourceId, id)
      for (const id of earlier) add(id, resourceId)
    },
    noteUnnamed: (text) => {
      if (
        !/"given"\s*:\s*\[\s*"\s*(?:b[abg]|boy|girl|new|inf|twin|trip|male|fem)/i.test(text) ||
        unnamed.size >= maxLinks
      )
        return
      const patient = parsePatient(text)
      if (typeof patient.id === 'string' && listFirstNames(patient).some((one) => readUnnamed(one) !== null))
        unnamed.add(patient.id)
    },
    isInFiles: (patientId) => unnamed.has(patientId),
    findSuccessors: (patientId) => successors.get(patientId) ?? [],
    findPredecessors: (patientId) => predecessors.get(patientId) ?? [],
  }
}

interface Person {
  readonly firstName: string
  readonly birthDate: string
}

/** Whether two Patients may be one person: a wrong link must never show anybody another person's data. */
export function isSamePerson(one: Person, other: Person): boolean {
  const toKey = ({ firstName, birthDate }: Person) => `${birthDate} ${firstName.trim().toLowerCase()}`
  return toKey(one) === toKey(other)
}

/** Text that is not JSON describes nobody; the import itself refuses it. */
function parsePatient(text: string): { readonly id?: unknown } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

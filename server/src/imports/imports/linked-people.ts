import type { ReadPatient } from './fhir/read-person.ts'
import { listFirstNames, readUnnamed } from './same-person.ts'

/** Which Patients of a run's files are the same person: one takes the place of another. */
export interface LinkedPeople {
  readonly note: (read: ReadPatient) => void
  /** The Patients that took the place of this one, and those whose place it took. */
  readonly findSuccessors: (patientId: string) => readonly string[]
  readonly findPredecessors: (patientId: string) => readonly string[]
  /** Notes a Patient as text if it is of a child without a name, also one that is unchanged. */
  readonly noteUnnamed: (text: string) => void
  /** Whether a Patient of a child without a name stands in the run's files. */
  readonly isInFiles: (patientId: string) => boolean
}

/** More links than that are no plan's corrections of a night. */
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

/** Whether two may be one: a link that is wrong must never show anybody the data of somebody else. */
export function isSamePerson(one: Person, other: Person): boolean {
  const toKey = ({ firstName, birthDate }: Person) => `${birthDate} ${firstName.trim().toLowerCase()}`
  return toKey(one) === toKey(other)
}

/** What is no JSON tells of nobody: whoever reads it refuses it. */
function parsePatient(text: string): { readonly id?: unknown } {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

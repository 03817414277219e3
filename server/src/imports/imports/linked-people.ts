import type { ReadPatient } from './fhir/read-person.ts'

/** Which Patients of a run's files are the same person: one takes the place of another. */
export interface LinkedPeople {
  readonly note: (read: ReadPatient) => void
  /** The Patients that took the place of this one, and those whose place it took. */
  readonly findSuccessors: (patientId: string) => readonly string[]
  readonly findPredecessors: (patientId: string) => readonly string[]
}

/** More links than that are no plan's corrections of a night. */
const maxLinks = 100_000

export function createLinkedPeople(): LinkedPeople {
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

import { sellingLines } from '@portico/rules/agencies/selling'
import { importAppointment, importTraining } from '../../../sales/agencies/importing.ts'
import { Refused } from '../refused.ts'
import { acceptOne, count, day, firstDay, lastDay, npn, state, words, yesNo } from './cell-types.ts'
import { type Columns, type CsvKind, optional, requireColumn } from './kind.ts'

const line = requireColumn(
  acceptOne(Object.fromEntries(sellingLines.map((one) => [one, one])) as Record<string, (typeof sellingLines)[number]>),
  'line of business; `ma` is Medicare Advantage, `aca` plans of the marketplace',
)
const noAgent = () => new Refused('npn', 'no agent has this number; import `agents` first')

const appointmentColumns = {
  npn: requireColumn(npn, 'the agent’s National Producer Number'),
  state: requireColumn(state, 'the state of the appointment'),
  line,
  appointed_on: requireColumn(firstDay, 'first day'),
  ends_on: optional(lastDay, 'last day; empty: until it is ended'),
  withdrawn: optional(yesNo, '`yes` removes the appointment, as if it had never existed'),
} satisfies Columns

/** Which lines agents are appointed to sell for a brand, state by state (AG-3). */
export const appointments: CsvKind<typeof appointmentColumns> = {
  name: 'appointments',
  columns: appointmentColumns,
  toKey: (row) => [row.npn, row.state, row.line],
  store: async (tx, rows, run) => {
    const outcome: (Refused | null)[] = []
    for (const { brand, values: row } of rows) {
      const { npn, state, line, appointed_on: begins, ends_on: ends } = row
      const said = { npn, brand, state, line, begins, ends, withdrawn: row.withdrawn ?? false }
      outcome.push((await importAppointment(tx, said, run)) ? null : noAgent())
    }
    return outcome
  },
}

const trainingColumns = {
  npn: requireColumn(npn, 'the agent’s National Producer Number'),
  kind: requireColumn(acceptOne({ course: 'course', certification: 'certification' } as const), 'what it is'),
  name: requireColumn(words(200), 'name of the course or certification'),
  line,
  plan_year: optional(count(2000, 2199), 'the plan year that it is for'),
  completed_on: optional(day, 'when it was completed; empty: not yet'),
  ends_on: optional(lastDay, 'last day on which it counts; empty: no end'),
} satisfies Columns

/** Courses and certifications of agents (AG-3). */
export const trainings: CsvKind<typeof trainingColumns> = {
  name: 'trainings',
  columns: trainingColumns,
  toKey: (row) => [row.npn, row.kind, row.name, row.line, row.plan_year],
  store: async (tx, rows, run) => {
    const outcome: (Refused | null)[] = []
    for (const { values: row } of rows) {
      const { npn, kind, name, line, plan_year: planYear, completed_on: completedOn, ends_on: ends } = row
      const isStored = await importTraining(tx, { npn, kind, name, line, planYear, completedOn, ends }, run)
      outcome.push(isStored ? null : noAgent())
    }
    return outcome
  },
}

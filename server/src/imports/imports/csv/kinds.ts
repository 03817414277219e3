import { agencies } from './agencies.ts'
import { agents } from './agents.ts'
import { authorizations } from './authorizations.ts'
import { benefits } from './benefits.ts'
import { clients } from './clients.ts'
import { appointments, trainings } from './credentials.ts'
import { firstPremiums } from './first-premiums.ts'
import type { CsvKind } from './kind.ts'
import { members } from './members.ts'
import { payouts } from './payouts.ts'
import { premiums } from './premiums.ts'
import { sensitiveCodes } from './sensitive-codes.ts'
import { spending } from './spending.ts'

/** The kinds of CSV files that can be imported. A new kind needs a file beside this one, a line here and a table in docs/imports.md. */
export const csvKinds: readonly CsvKind[] = [
  members,
  spending,
  benefits,
  premiums,
  firstPremiums,
  payouts,
  agencies,
  agents,
  appointments,
  trainings,
  clients,
  sensitiveCodes,
  authorizations,
]

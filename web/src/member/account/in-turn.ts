import { createInTurn } from '../../base/api/in-turn.ts'

/** Each change is answered with all of the profile. */
export const inTurn = createInTurn()

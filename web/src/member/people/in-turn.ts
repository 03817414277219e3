import { createInTurn } from '../../base/api/in-turn.ts'

/** Each change is answered with all of the people. */
export const inTurn = createInTurn()

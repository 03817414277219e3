import { createInTurn } from '../../base/api/in-turn.ts'

/** What is done with messages last counts last. */
export const inTurn = createInTurn()

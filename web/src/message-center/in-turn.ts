import { createInTurn } from '../api/in-turn.ts'

/** What is done with messages last counts last. */
export const inTurn = createInTurn()

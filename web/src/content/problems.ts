import { contentProblemCodes } from '@portico/rules/content/judge'
import type { MessageId } from '../texts/catalogues.ts'

/** What to say of codes that are about no field. */
export const problems: Readonly<Record<string, MessageId>> = {
  CONFLICT: 'content.conflict',
  'NOT-FOUND': 'content.gone',
  'WRONG-ROLE': 'content.gone',
}

/** Of codes at a field: each is the id of its text. */
export const serverTexts = {
  codes: Object.fromEntries(
    [...contentProblemCodes, 'content.problem.own', 'content.problem.from', 'content.problem.until'].map((code) => [
      code,
      code as MessageId,
    ]),
  ),
}

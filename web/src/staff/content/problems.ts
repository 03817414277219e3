import { contentProblemCodes } from '@portico/rules/content/judge'
import type { MessageId } from '../../base/texts/catalogues.ts'

/** Texts for error codes that are not about a field. */
export const problems: Readonly<Record<string, MessageId>> = {
  CONFLICT: 'content.conflict',
  'NOT-FOUND': 'content.gone',
  'WRONG-ROLE': 'content.gone',
}

/** Text ids for error codes at a field. */
export const serverTexts = {
  codes: Object.fromEntries(
    [...contentProblemCodes, 'content.problem.own', 'content.problem.from', 'content.problem.until'].map((code) => [
      code,
      code as MessageId,
    ]),
  ),
}

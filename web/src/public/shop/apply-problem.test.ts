import { expect, test } from 'vitest'
import { readPayload } from '../../base/api/send.ts'
import { isClosed, toApplyProblem } from './apply-problem.ts'

/** An error answer as the server sends it, with problem codes by field. */
async function refusal(status: number, entries: readonly { readonly field?: string; readonly code: string }[]) {
  const errors = entries.map(({ field, code }) => ({ ...(field && { field }), errorMessage: code, errorKey: code }))
  return readPayload(new Response(JSON.stringify({ errors }), { status })).catch((error: unknown) => error)
}

test('SH-9 outside of enrollment the applicant is told that it is closed, and no field is said to be wrong', async () => {
  const closed = await refusal(400, [{ field: 'event', code: 'select.not-chosen' }])
  expect([isClosed(closed), toApplyProblem(closed)]).toEqual([true, 'closed'])
  const both = await refusal(400, [
    { field: 'email', code: 'email.invalid' },
    { field: 'event', code: 'select.not-chosen' },
  ])
  expect(toApplyProblem(both)).toBe('closed')
})

test('SH-9 another premium is told as one, what is wrong at a field as that field, and what failed as failed', async () => {
  expect(toApplyProblem(await refusal(409, [{ code: 'CONFLICT' }]))).toBe('changed')
  const wrong = await refusal(400, [{ field: 'email', code: 'email.invalid' }])
  expect([isClosed(wrong), toApplyProblem(wrong)]).toEqual([false, 'failed'])
  expect(toApplyProblem(new TypeError('no answer'))).toBe('failed')
})

import { expect, test } from 'vitest'
import { readPayload } from '../../base/api/send.ts'
import { isClosed, toApplyProblem } from './apply-problem.ts'

/** An error answer as the server sends it, with problem codes by field. */
async function refusal(status: number, entries: readonly { readonly field?: string; readonly code: string }[]) {
  const errors = entries.map(({ field, code }) => ({ ...(field && { field }), errorMessage: code, errorKey: code }))
  return readPayload(new Response(JSON.stringify({ errors }), { status })).catch((error: unknown) => error)
}

test('SH-9 outside of enrollment the applicant reads that it is closed, and no field shows an error', async () => {
  const closed = await refusal(400, [{ field: 'event', code: 'select.not-chosen' }])
  expect([isClosed(closed), toApplyProblem(closed)]).toEqual([true, 'closed'])
  const both = await refusal(400, [
    { field: 'email', code: 'email.invalid' },
    { field: 'event', code: 'select.not-chosen' },
  ])
  expect(toApplyProblem(both)).toBe('closed')
})

test('SH-9 another premium, a field’s error and a failure each show as what they are', async () => {
  expect(toApplyProblem(await refusal(409, [{ code: 'CONFLICT' }]))).toBe('changed')
  const wrong = await refusal(400, [{ field: 'email', code: 'email.invalid' }])
  expect([isClosed(wrong), toApplyProblem(wrong)]).toEqual([false, 'failed'])
  expect(toApplyProblem(new TypeError('no answer'))).toBe('failed')
})

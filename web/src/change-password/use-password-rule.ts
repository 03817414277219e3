import { validateSession } from '@portico/contract/calls/identity'
import { passwordStrength } from '@portico/contract/calls/passwords'
import { limits } from '@portico/rules/limits'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { usePage } from '../page-state.tsx'
import type { PasswordRule } from '../ui/password-requirements.tsx'

/** What stands in where the rule service cannot be had; the server checks by its own all the same. */
const standIn = {
  tier: { minLength: limits.password.min, upper: true, lower: true, digit: true, special: true },
  history: limits.password.history,
} as const

/** How strong the new password has to be, as the rule service says, and whose it is; null until that is known. */
export function usePasswordRule(): PasswordRule | null {
  const logonId = usePage().session?.logonId
  const [rule, setRule] = useState<PasswordRule | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    Promise.all([
      api.call(passwordStrength, { query: { function: 'changePassword' }, signal }).then(
        ({ history, ...tier }) => ({ history, tier }),
        () => standIn,
      ),
      // Nothing but this is told of somebody whose password is due.
      logonId ??
        api.call(validateSession, { signal }).then(
          (answer) => answer.logonId,
          () => '',
        ),
    ]).then(([strength, loginId]) => signal.aborted || setRule({ ...strength, loginId }))
    return () => leaving.abort()
  }, [logonId])
  return rule
}

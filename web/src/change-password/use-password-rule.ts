import { validateSession } from '@portico/contract/calls/identity'
import { useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import { readStrength } from '../forms/password-strength.ts'
import { usePage } from '../page-state.tsx'
import type { PasswordRule } from '../ui/password-requirements.tsx'

/** How strong the new password has to be, as the rule service says, and whose it is; null until that is known. */
export function usePasswordRule(): PasswordRule | null {
  const logonId = usePage().session?.logonId
  const [rule, setRule] = useState<PasswordRule | null>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    Promise.all([
      readStrength('changePassword', signal),
      // Nothing but this is told of someone whose password is due.
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
